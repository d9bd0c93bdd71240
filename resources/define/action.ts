import type { Condition } from './condition.ts'
import type { Field } from './fields.ts'
import type { Resource } from './resource.ts'
import type { Letter } from './rights.ts'

/** Something people do with rows besides writing their fields: unblock, end, resend. `api/behaviours.ts` attaches what it does. */
export interface RowAction {
  /** The word on its button. */
  label: string
  /** Who may: the letter of the matrix that the role needs. */
  letter: Letter
  /** On one row, on one or many at once, or on the list as a whole. */
  on: 'row' | 'rows' | 'list'
  /** Which rows it can be taken on; of masters only active ones, unless it names `isActive`. */
  when: Condition
  /** What the person is asked first. `remarks` or `reason` among it goes into the history. */
  ask: Readonly<Record<string, Field>>
  /** The question before it is done, as a sentence. */
  confirm: string | undefined
  /** Takes something out of use: stands apart, in red. */
  danger: boolean
}

/** Declares an action; on one row, without conditions and questions, unless it says so. */
export const action = (declared: Pick<RowAction, 'label' | 'letter'> & Partial<RowAction>): RowAction => ({
  on: 'row',
  when: {},
  ask: {},
  confirm: undefined,
  danger: false,
  ...declared,
})

/** What an action asks, as a declaration of its own: the same words clean, check and show it. */
export const askedBy = (resource: Resource, { ask, label }: RowAction): Resource => ({
  ...resource,
  title: label,
  fields: ask,
  key: [],
  rules: [],
  dated: false,
})
