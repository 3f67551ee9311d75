import { spawn } from "child_process";
export default spawn("x");
