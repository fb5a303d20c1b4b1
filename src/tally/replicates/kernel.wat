;; sums[r][4] += subsets[ones of r][4] + 2·subsets[twos of r][4]: the lower byte of digits[r] is the set of users whose
;; weights have the binary digit 1, the upper byte that of the digit 2.
(module
  (import "hindcast" "memory" (memory 1))
  (func (export "addLowDigits")
    (param $sums i32) (param $subsets i32) (param $digits i32) (param $count i32)
    (local $sets i32) (local $one i32) (local $two i32) (local $x v128)
    (block $done
      (loop $next
        (br_if $done (i32.eqz (local.get $count)))
        (local.set $sets (i32.load16_u (local.get $digits)))
        (local.set $one
          (i32.add (local.get $subsets) (i32.shl (i32.and (local.get $sets) (i32.const 255)) (i32.const 5))))
        (local.set $two
          (i32.add (local.get $subsets) (i32.shl (i32.shr_u (local.get $sets) (i32.const 8)) (i32.const 5))))
        (local.set $x (v128.load (local.get $two)))
        (local.set $x (f64x2.add (v128.load (local.get $one)) (f64x2.add (local.get $x) (local.get $x))))
        (v128.store (local.get $sums) (f64x2.add (v128.load (local.get $sums)) (local.get $x)))
        (local.set $x (v128.load offset=16 (local.get $two)))
        (local.set $x
          (f64x2.add (v128.load offset=16 (local.get $one)) (f64x2.add (local.get $x) (local.get $x))))
        (v128.store offset=16 (local.get $sums)
          (f64x2.add (v128.load offset=16 (local.get $sums)) (local.get $x)))
        (local.set $sums (i32.add (local.get $sums) (i32.const 32)))
        (local.set $digits (i32.add (local.get $digits) (i32.const 2)))
        (local.set $count (i32.sub (local.get $count) (i32.const 1)))
        (br $next)))))
