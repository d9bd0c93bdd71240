import { action, type RowAction } from '../action.ts'
import type { Condition } from '../condition.ts'
import type { Letter } from '../rights.ts'
import { type AnyProcess, type StepOf, stepIn } from './process.ts'

type Own = 'label' | 'letter' | 'danger'

/**
 * The action by which people take a step of a process on rows of its resource. Its label, its letter, the states and the
 * danger follow from the step; `when` may say more. Throws where no letter takes the step.
 */
export function stepAction<P extends AnyProcess>(
  process: P,
  step: StepOf<P>,
  more: Partial<Omit<RowAction, Own>> = {},
): RowAction {
  const { label, by, from, apart } = stepIn(process, step)
  const letter = by.find((actor): actor is Letter => actor.length === 1)
  if (!letter) throw new Error(`${process.of}: no letter of the matrix takes “${step}”`)
  const states: Condition = from.length > 0 ? { status: from } : {}
  return action({ ...more, label, letter, danger: apart === 'danger', when: { ...states, ...more.when } })
}
