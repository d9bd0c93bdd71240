/** The states of a record and their words: what lists and fields need of a process, without its steps. */

import { choice, type Field } from '../fields.ts'
import { optionText } from '../option-text.ts'

/** A state in the words of our own people, where its name does not say it; of buyers and mails only where theirs differ. */
export interface StateWords {
  staff?: string
  buyer?: string
  /** As who carries the goods reads it. */
  carrier?: string
  /** As a mail says it, after «is now». */
  mail?: string
}

type Words = 'staff' | 'buyer' | 'carrier' | 'mail'
type States<S extends string> = { states: { readonly [state in S]: StateWords } }
/** All states, in the order in which they are declared. */
export const statesOf = <S extends string>({ states }: States<S>) => Object.keys(states) as S[]

/** The words of the states for a reader: their own where there are some. */
export const wordsFor = <S extends string>(process: States<S>, reader: Words) =>
  Object.fromEntries(statesOf(process).map(name => [name, wordOf(process, name, reader)])) as Record<S, string>

/** A state in the words of a reader, of our own people unless another is named. */
export const wordOf = <S extends string>({ states }: States<S>, state: NoInfer<S>, reader: Words = 'staff'): string =>
  states[state][reader] ?? states[state].staff ?? optionText(state)

/** The field of the status, for the resource. */
export const statusField = <S extends string>(
  process: States<S> & { start: NoInfer<S> },
  more: Pick<Field, 'label' | 'hint' | 'server' | 'tones'> = {},
): Field<S, false> =>
  choice<S, { default: NoInfer<S> }>(statesOf(process), {
    ...more,
    default: process.start as NoInfer<S>,
    words: { staff: wordsFor(process, 'staff'), buyer: wordsFor(process, 'buyer') },
  } as never) as Field<S, false>

/** Of a resource: while its state is one of these, what it names is in use. */
export const openWhile = <S extends string, const Field extends string = 'status'>(
  { sets }: { sets: { inUse: readonly S[] } },
  field = 'status' as Field,
) => ({ [field]: sets.inUse }) as { readonly [name in Field]: readonly S[] }

/** Whether a record stands in one of a set of states. */
export const isIn = (states: readonly string[], { status }: { status: string }): boolean => states.includes(status)
