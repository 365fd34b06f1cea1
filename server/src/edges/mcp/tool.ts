import type { z } from 'zod'
import type { Operation } from '../../platform/routing/usage.ts'
import type { Caller } from './caller.ts'

/** The result of a tool: data by its schema, and the same as a text that a model reads. */
export type ToolResult<Data> = { data: Data; text: string }

export type Tool<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject> = {
  name: string
  title: string
  /** Says when to use the tool, because models choose by it. */
  description: string
  input: Input
  output: Output
  /** What the tool changes. Callers that only read do not see tools that change something. */
  changes?: 'adds' | 'removes'
  /** The operation that analytics count its calls as. */
  operation: Operation
  run(input: z.output<Input>, caller: Caller): Promise<ToolResult<z.input<Output>>>
}
