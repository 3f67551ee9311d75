#!/usr/bin/env node
import { launch } from '../dist/launch.js';

launch(process.argv.slice(2));
