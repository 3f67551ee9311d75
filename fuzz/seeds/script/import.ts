import { a } from "./nowhere";
export default a;
