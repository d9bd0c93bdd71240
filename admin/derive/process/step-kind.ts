import type { ComponentType } from 'react'
import type { AnyCommand, Command, RequestLine } from '../../../resources/define/command.ts'
import { type AnyProcess, type Step, stepIn } from '../../../resources/define/process.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import type { Shape } from '../../../resources/define/shape.ts'
import { at, type Ref } from '../command/ask.ts'

export interface StepRow {
  id: number
  rowVersion: number
}

/** What an input of a step is given; `ids` are the records on which the step is taken. */
export interface StepInputProps {
  id: string
  ids: readonly number[]
  value: unknown
  error: string | undefined
  onChange: (value: unknown) => void
}

/** A process as its screens ask for it: what is shown of its steps is what it declares. */
export interface StepKind<Row> {
  process: AnyProcess
  resource: Resource
  /** The path under which its steps are asked and taken, and taken on many. */
  paths: { steps: string; many?: string }
  /** The key by which a step names the record, and a list of many. */
  key: string
  rows?: string
  /** What the result of one of many calls its number. */
  number?: string
  numberOf: (row: Row) => string
  /** Inputs of its own, by the field; the others are those of the resource. */
  inputs?: Readonly<Record<string, ComponentType<StepInputProps>>>
  /** With what an input begins. */
  startOf?: (name: string, row: Row) => unknown
  /** Where a step leads away from the record, because the person reads it no longer. */
  leadsTo?: (row: Row & StepRow, step: string) => Promise<string | null>
}

export const stepOf = ({ process }: Pick<StepKind<never>, 'process'>, name: string): Step => stepIn(process, name)

/** What a process offers somebody, or took: of any process the same. */
type AnyShape = Shape
export interface Offered {
  steps: readonly string[]
  waits: readonly { step: string; label: string; why: string }[]
}
export interface StepResult {
  id: number
  isDone: boolean
  message: string | null
  [number: string]: unknown
}

const any = (request: RequestLine) => at<AnyCommand>(request) as Ref<Command<RequestLine, AnyShape>>
export const offeredBy = ({ paths }: Pick<StepKind<never>, 'paths'>) => any(`GET ${paths.steps}`)
export const takenBy = ({ paths }: Pick<StepKind<never>, 'paths'>) => any(`POST ${paths.steps}`)
export const takenOnMany = ({ paths }: Pick<StepKind<never>, 'paths'>) => any(`POST ${paths.many}`)
