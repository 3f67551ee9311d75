export { ContentScorer, type ContentScorerOptions } from './content.js';
export { LatencyScorer, type LatencyScorerOptions } from './latency.js';
export { ToolCallScorer, type ToolCallScorerOptions } from './tool-calls.js';
export { CannotScoreError } from './weighted.js';
export { WorkflowScorer, type WorkflowScorerOptions } from './workflow.js';
