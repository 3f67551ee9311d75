#!/usr/bin/env node
import { launchEvaluate } from '../dist/launch.js';

launchEvaluate(process.argv.slice(2));
