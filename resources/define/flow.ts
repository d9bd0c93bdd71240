import type { Role } from './vocabulary.ts'

/** Who may take a step: a role, the person the subject waits for, or the product itself. */
export type Actor = Role | 'owner' | 'assignee' | 'system'

export interface FlowStep<State extends string, Subject> {
  label: string
  from: readonly State[]
  /** Where the step leads; a list where a rule decides among several. */
  to: State | readonly State[]
  by: readonly Actor[]
  /** Why the step cannot be taken now, as a sentence; undefined when it can. */
  unless?: (subject: Subject) => string | undefined
  /** A reason must be given: as a remark, or by a reason code where the step reads one. */
  remark?: 'required'
  /** The other inputs of the step; anything else that is sent with it is refused. */
  says?: readonly string[]
}

interface Flow<State extends string, Action extends string, Subject> {
  start: State
  states: Record<State, string>
  steps: Record<Action, FlowStep<State, Subject>>
}

/** `flow<Order>()({...})`: the subject is named, the states and steps are inferred. */
export const flow =
  <Subject>() =>
  <const State extends string, const Action extends string>(declared: {
    states: Record<State, string>
    start: NoInfer<State>
    steps: Record<Action, FlowStep<NoInfer<State>, Subject>>
  }): Flow<State, Action, Subject> =>
    declared

export type ActionOf<F> = F extends Flow<string, infer A, never> ? A : never

/**
 * The steps that a person who is `actors` may take next: the buttons on the page, and the only steps the server
 * accepts.
 */
export function stepsFor<S extends string, A extends string, T extends { status: S }>(
  flow: Flow<S, A, T>,
  subject: T,
  actors: readonly Actor[],
): A[] {
  return (Object.keys(flow.steps) as A[]).filter(action => !refusalOf(flow, action, subject, actors))
}

/** Why a step cannot be taken, with its code; undefined when it can. */
export function refusalOf<S extends string, A extends string, T extends { status: S }>(
  flow: Flow<S, A, T>,
  action: A,
  subject: T,
  actors: readonly Actor[],
): { code: 'FORBIDDEN' | 'NOT_ALLOWED_STATE'; message: string } | undefined {
  const step = flow.steps[action]
  if (!step.by.some(actor => actors.includes(actor))) {
    return { code: 'FORBIDDEN', message: `${step.label} is not permitted for your roles` }
  }
  if (!step.from.includes(subject.status)) {
    return {
      code: 'NOT_ALLOWED_STATE',
      message: `${step.label} is not possible while it is ${flow.states[subject.status]}`,
    }
  }
  const reason = step.unless?.(subject)
  return reason === undefined ? undefined : { code: 'NOT_ALLOWED_STATE', message: reason }
}
