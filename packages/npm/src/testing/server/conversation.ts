// What was said in a workflow, read from its trace file (docs/reference/trace.md).

import type { MCPWorkflowResult, ToolCall } from '../types.js';

interface TraceLine {
  type: string;
  frame?: { direction: 'sent' | 'received'; channel: string; text: string };
}

/** What the model answered in a turn. */
interface Reply {
  step: number;
  reply?: { text?: string; calls?: { tool: string; args?: Record<string, unknown> }[] };
}

export type Conversation = Pick<MCPWorkflowResult, 'messages' | 'toolCalls'>;

/**
 * @param trace JSON Lines.
 * @param users what the user says in each step.
 */
export function conversationOf(trace: string, users: readonly string[]): Conversation {
  const replies = trace
    .split('\n')
    .filter((line) => line !== '')
    .flatMap(replyOf);
  const messages: Conversation['messages'] = [];
  const toolCalls: ToolCall[] = [];
  let step = -1;
  for (const { step: now, reply } of replies) {
    if (now !== step) messages.push({ role: 'user', content: users[now] ?? '' });
    step = now;
    if (reply?.text) messages.push({ role: 'assistant', content: reply.text });
    toolCalls.push(...(reply?.calls ?? []).map(({ tool, args }) => ({ name: tool, args: args ?? {} })));
  }
  return { messages, toolCalls };
}

function replyOf(line: string): Reply[] {
  const { frame } = JSON.parse(line) as TraceLine;
  return frame?.channel === 'llm' && frame.direction === 'received' ? [JSON.parse(frame.text) as Reply] : [];
}
