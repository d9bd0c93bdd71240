import type { Condition } from './condition.ts'
import type { Field } from './fields.ts'
import type { Letter } from './rights.ts'

/**
 * Something people do with rows besides writing their fields: unblock, end, resend. Its function is attached in
 * the `room.ts` of its room.
 */
export interface RowAction {
  /** The label of its button. */
  label: string
  /** What is said once it is taken, without its rows: «End date set». */
  done: string | undefined
  /** Who may: the letter of the access matrix that the role needs. */
  letter: Letter
  /**
   * On one row; on one or many at once, all or none; on many one after the other, each with an answer of its own; or on
   * the list as a whole.
   */
  on: 'row' | 'rows' | 'each' | 'list'
  /** Which rows it can be taken on; of masters only active ones, unless it names `isActive`. */
  when: Condition
  /** The inputs that the action asks for. `remarks` or `reason` among them is saved in the history. */
  inputs: Readonly<Record<string, Field>>
  /** Of an action on `each`: every row has inputs of its own, such as a document; otherwise they are given once for all. */
  inputsPerRow: boolean
  /** The question before it is done, as a sentence. */
  confirm: string | undefined
  /** Takes something out of use: shown apart, in red. */
  danger: boolean
  /** Columns that name a login: whom one of them names on a row is not offered it there, since it takes another person. */
  notBy: readonly string[]
}

/** Whether one request takes the action on one row only: the rows of `each` are sent one by one. */
export const takesOneRow = ({ on }: Pick<RowAction, 'on'>): boolean => on === 'row' || on === 'each'

/** Whether the action stands above a list for the rows that are selected. */
export const isForSelected = ({ on }: Pick<RowAction, 'on'>): boolean => on === 'rows' || on === 'each'

/** Declares an action; by default on one row, without condition, inputs or question. */
export const action = (declared: Pick<RowAction, 'label' | 'letter'> & Partial<RowAction>): RowAction => ({
  done: undefined,
  on: 'row',
  when: {},
  inputs: {},
  inputsPerRow: false,
  confirm: undefined,
  danger: false,
  notBy: [],
  ...declared,
})
