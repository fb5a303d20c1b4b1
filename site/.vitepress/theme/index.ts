import theme from "vitepress/theme";
import "./site.css";

// vitepress asks for a default export.
export default theme;
