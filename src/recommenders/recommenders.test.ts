import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assertProperty } from "../../test/fixture/property.js";
import {
  figureTwoSplit,
  readRatings,
  topK,
  withItemsPerUser,
  withUsersPerItem,
  withValue,
} from "./index.js";

describe("ratings", () => {
  it("are read in both forms, users and items as they first appear", () => {
    const dat = readRatings("ratings.dat", "7::3::5::978\n7::1::2::979\n5::3::4::980\n");
    const csv = readRatings(
      "r.csv",
      "userId,movieId,rating,timestamp\n7,3,5,978\n7,1,2,979\n5,3,4,980",
    );
    expect(csv).toEqual(dat);
    for (const text of [
      "7\t3\t5\t978\n7\t1\t2\t979\n5\t3\t4\t980\n",
      "\n7,3,5,978\r\n7,1,2,979\r\n5,3,4,980\r\n",
      "timestamp,Rating,movie_id,user_id\n978,5,3,7\n979,2,1,7\n980,4,3,5\n",
      "User-ID;ISBN;Rating;time\n7;3;5;978\n7;1;2;979\n5;3;4;980\n",
    ]) {
      expect(readRatings("r", text), text).toEqual(dat);
    }
    expect([dat.users, dat.items]).toEqual([
      ["7", "5"],
      ["3", "1"],
    ]);
  });

  it.each([
    ["u,i,r,t\n7,3,5,978\n", /needs a header that names its columns userId, movieId/],
    ["userId,movieId,rating,timestamp\n7,3,0x5,978\n", /line 2: expected "user,item,rating,time"/],
    ["1::2::3::4\n1::2::x::4\n", /ratings.dat, line 2: expected "user::item::rating::time"/],
    ["userId,movieId,rating,timestamp\n1,2,3\n", /line 2: expected "user,item,rating,time"/],
    ["userId,movieId,rating,timestamp\n", /holds no rating/],
    ["", /holds no rating/],
  ])("refuse %j", (text, message) => {
    expect(() => readRatings("ratings.dat", text)).toThrow(message);
  });

  it("are refused where no user has items on both sides of the split", () => {
    const few = readRatings("r", "a::x::5::1\na::y::4::2\nb::x::3::3");
    expect(() => figureTwoSplit(few)).toThrow(/of 3 ratings 0 are left/);
  });

  it("are filtered once, and numbered by what is left", () => {
    const all = readRatings("r", "a::x::5::1\na::y::4::2\nb::x::3::3\nc::x::4::4\nc::z::5::5");
    const liked = withValue(all, 4);
    expect([liked.users, liked.items]).toEqual([
      ["a", "c"],
      ["x", "y", "z"],
    ]);
    expect(withUsersPerItem(liked, 2).items).toEqual(["x"]);
    expect(withItemsPerUser(withUsersPerItem(all, 2), 1).users).toEqual(["a", "b", "c"]);
    expect(withItemsPerUser(all, 2).users).toEqual(["a", "c"]);
  });
});

describe("the top k", () => {
  it("is what sorting gives where scores do not tie", () => {
    const scores = fc.uniqueArray(fc.integer({ min: -50, max: 50 }), { maxLength: 60 });
    assertProperty(
      fc.property(scores, fc.integer({ min: 1, max: 20 }), (own, k) => {
        const expected = [...own.keys()]
          .filter((at) => own[at] !== 0)
          .sort((a, b) => (own[b] ?? 0) - (own[a] ?? 0))
          .slice(0, k);
        expect([...topK(Float64Array.from(own), k)]).toEqual(expected);
      }),
    );
  });

  it("holds no candidate of score 0, and of ties those that numpy leaves", () => {
    expect([...topK(Float64Array.of(0, -1, 0, 2), 5)]).toEqual([3, 1]);
    expect([...topK(Float64Array.of(0, 1, 0, 1, 1), 5)]).toEqual([4, 3, 1]);
  });
});
