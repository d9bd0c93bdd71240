import type { ComponentType } from 'react'
import type { AnyCommand, Command, RequestLine } from '../../../resources/define/command.ts'
import { type AnyProcess, type Step, stepIn, wireNames } from '../../../resources/define/process/process.ts'
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
  numberOf: (row: Row) => string
  /** Inputs of its own, by the field; the others are those of the resource. */
  inputs?: Readonly<Record<string, ComponentType<StepInputProps>>>
  /** With what an input begins. */
  startOf?: (name: string, row: Row) => unknown
  /** Where a step leads away from the record, because the person reads it no longer. */
  leadsTo?: (row: Row & StepRow, step: string) => Promise<string | null>
}

export const stepOf = ({ process }: Pick<StepKind<never>, 'process'>, name: string): Step => stepIn(process, name)

/** What a process offers somebody: of any process the same. */
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

type Kind = Pick<StepKind<never>, 'process'>
const any = (request: RequestLine) => at<AnyCommand>(request) as Ref<Command<RequestLine, Shape>>
export const offeredBy = ({ process }: Kind) => any(`GET ${wireNames(process).steps}`)
export const takenBy = ({ process }: Kind) => any(`POST ${wireNames(process).steps}`)
export const takenOnMany = ({ process }: Kind) => any(`POST ${wireNames(process).stepsOfMany}`)
