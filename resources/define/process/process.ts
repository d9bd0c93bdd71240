/**
 * A process: the states of a record, the steps between them, and what follows from both. Nothing here touches a database
 * or a screen.
 */
import type { Letter } from '../rights.ts'
import type { Role } from '../vocabulary.ts'
import type { StateWords } from './states.ts'
import { wordOf } from './states.ts'

/**
 * Who may take a step: a role, whoever has a letter of the access matrix, the person the subject waits for, a
 * colleague of its buyer, or the product itself.
 */
export type Actor = Role | Letter | 'owner' | 'assignee' | 'colleague' | 'system'

export interface Step<State extends string = string, Subject = never, Whom extends string = string> {
  label: string
  /** Of a step that makes a record there is none. */
  from: readonly State[]
  /** Where the step leads; a list where its function decides among several. Without it the record stays where it is. */
  to?: State | readonly State[]
  by: readonly Actor[]
  /** Why it cannot be taken now, as a sentence; undefined when it can. Whoever has the step is told why it waits. */
  unless?: (subject: Subject) => string | undefined
  /** Why it is no step of this record at all, as a sentence: it is not shown. */
  notFor?: (subject: Subject) => string | undefined
  /** What it asks besides words: fields of its resource, by name. */
  asks?: Readonly<Record<string, 'needed' | 'optional'>>
  /** What its words are called; without it none are asked. */
  remark?: { label: string; needed?: true }
  /** It is also taken on many at once, each for itself. */
  many?: true
  /** The letter that takes it where one record after the other is decided: one act, one letter everywhere. */
  key?: 'A' | 'R' | 'S'
  /** Shown apart from what brings a record nearer to its end; `danger` where it takes something away. */
  apart?: 'beside' | 'danger'
  /** Who hears of it, by the names under which the room says how to reach them. */
  tells?: readonly Whom[]
  /** The portal takes it by itself, once this day, or so many whole days after this instant, are over. */
  due?: { after: string; days?: number }
}

interface Process<
  State extends string = string,
  Steps extends Readonly<Record<string, Step>> = Readonly<Record<string, Step>>,
  Sets extends Readonly<Record<string, readonly State[]>> = Readonly<Record<string, readonly State[]>>,
  Whom extends string = string,
> {
  /** The resource by its name, since the resource takes its field of the status from here. */
  of: string
  /** Such as `dispute`, in sentences. */
  noun: string
  states: { readonly [state in State]: StateWords }
  start: State
  steps: Steps
  sets: Sets
  hear?: readonly Whom[]
}

/** `process<Subject>()({...})`: the subject is named; states, steps and sets are inferred. Tests hold every process to the rest. */
export const process =
  <Subject extends { status: string }>() =>
  <
    const State extends string,
    const Steps extends Readonly<Record<string, Step<NoInfer<State>, Subject, NoInfer<Whom>>>>,
    const Sets extends Readonly<Record<string, readonly NoInfer<State>[]>> & { inUse: readonly NoInfer<State>[] },
    const Whom extends string = never,
  >(declared: {
    of: string
    noun: string
    states: { readonly [state in State]: StateWords }
    start: NoInfer<State>
    steps: Steps
    /** States by what they mean to readers of rows; in those `inUse` a record still needs the masters that it names. */
    sets: Sets
    /** The names of those who hear of steps. */
    hear?: readonly Whom[]
  }): Process<State, Steps, Sets, Whom> =>
    declared

// biome-ignore lint/suspicious/noExplicitAny: of whatever sets
export type AnyProcess = Process<string, Readonly<Record<string, Step>>, any, string>

type Steps<P> = P extends { steps: infer S } ? S : never
type StepNamed<P, A> = A extends keyof Steps<P> ? Steps<P>[A] : never
export type StateOf<P> = P extends { states: infer S } ? keyof S & string : never
export type StepOf<P> = keyof Steps<P> & string
export type WhomOf<P> = P extends { hear?: readonly (infer W)[] } ? W & string : never
/** What a step says, as its function reads it: fields of the row, none of which is null where it is needed. */
export type SaidIn<P, A, Row> =
  StepNamed<P, A> extends { asks: infer Asks }
    ? {
        [N in keyof Asks & keyof Row]: Asks[N] extends 'needed' ? NonNullable<Row[N]> : Row[N] | null
      }
    : Record<never, never>
/** Where a step may lead. */
export type ToOf<P, A> =
  StepNamed<P, A> extends { to: infer To } ? (To extends readonly (infer One)[] ? One & string : To & string) : never
/** The steps after which a function decides among several states. */
export type DecidingStep<P> = {
  [A in StepOf<P>]: StepNamed<P, A> extends { to: readonly string[] } ? A : never
}[StepOf<P>]
/** The steps that people take; what the product alone takes, its own functions do. */
export type TakenStep<P> = {
  [A in StepOf<P>]: StepNamed<P, A> extends { by: readonly ['system'] } ? never : A
}[StepOf<P>]
/** The steps that the portal takes once they are due. */
export type DueStep<P> = { [A in StepOf<P>]: StepNamed<P, A> extends { due: object } ? A : never }[StepOf<P>]

/** How a process is called over the wire, which follows from its noun: `dispute-steps`, `disputeId`, `disputes`, `disputeNo`. */
export const wireNames = ({ noun }: Pick<AnyProcess, 'noun'>) => ({
  steps: `${noun}-steps`,
  stepsOfMany: `${noun}-bulk-steps`,
  key: `${noun}Id`,
  rows: `${noun}s`,
  number: `${noun}No`,
})

/** The steps that people take, in the order in which they are declared. */
export const stepsOfPeople = <P extends AnyProcess>({ steps }: P) =>
  Object.keys(steps).filter(name => steps[name]!.by.some(actor => actor !== 'system')) as TakenStep<P>[]

/** A step by its name, as any process has it. */
export const stepIn = (process: AnyProcess, step: string): Step => process.steps[step]!

/** What a step asks, by the names of the inputs. */
export const askedBy = (process: AnyProcess, step: string): string[] => Object.keys(stepIn(process, step).asks ?? {})

interface Refused {
  code: 'FORBIDDEN' | 'NOT_ALLOWED_STATE'
  message: string
  /** It is a step of the state for this record, which only waits. */
  waits?: true
}

/** Why these actors cannot take a step, with its code; undefined when they can. */
export function refusalOf<Subject extends { status: string }>(
  process: AnyProcess,
  step: string,
  subject: Subject,
  actors: readonly Actor[],
): Refused | undefined {
  const { label, by, from, unless, notFor } = stepIn(process, step) as Step<string, object>
  if (!by.some(actor => actors.includes(actor)))
    return { code: 'FORBIDDEN', message: `${label} is not permitted for your roles` }
  const not = (message: string | undefined) => message && ({ code: 'NOT_ALLOWED_STATE', message } as const)
  if (!from.includes(subject.status))
    return {
      code: 'NOT_ALLOWED_STATE',
      message: `${label} is not possible while it is ${wordOf(process, subject.status)}`,
    }
  const waiting = not(unless?.(subject))
  return not(notFor?.(subject)) || (waiting ? { ...waiting, waits: true } : undefined)
}

/** The steps that these actors have in this state: those they may take now, and those that wait with the reason. */
export function stepsFor<P extends AnyProcess, Subject extends { status: string }>(
  process: P,
  subject: Subject,
  actors: readonly Actor[],
) {
  const all = Object.entries(process.steps as Readonly<Record<string, Step>>).map(([step, { label }]) => ({
    step: step as StepOf<P>,
    label,
    refused: refusalOf(process, step, subject, actors),
  }))
  return {
    steps: all.filter(({ refused }) => !refused).map(({ step }) => step),
    waits: all.flatMap(({ step, label, refused }) => (refused?.waits ? [{ step, label, why: refused.message }] : [])),
  }
}
