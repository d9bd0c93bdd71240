import type { Knex } from 'knex'
import type {
  Actor,
  AnyProcess,
  DecidingStep,
  DueStep,
  SaidIn,
  TakenStep,
  ToOf,
  WhomOf,
} from '../../../resources/define/process/process.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import type { Person } from '../rights/person.ts'
import type { Author } from '../save/author.ts'

/** What steps are taken on: a row that is at a version, in a state. */
export interface Stepped {
  id: number
  status: string
  rowVersion: number
}

/** A step that is taken: on what, by whom, and what it says. */
export interface Deed<Row, Said = unknown> {
  row: Row
  said: Said
  remark: string
  person: Person
  author: Author
  /** What was asked outside before the transaction of the step; undefined where nothing was. */
  known?: unknown
}

/** What a step does: the state where it decides (without one it stays where it is), what else changes, and what is noted and told of it. */
export interface Done<Row, To extends string = string> {
  to?: To
  changes?: Partial<Omit<Row, 'status' | 'id' | 'rowVersion'>>
  /** The words of its note; without them its remark, or its label. */
  said?: string
  /** Whether the customer reads the note, too. */
  shared?: true
  /** The heading of what is told. */
  title?: string
  /** What whoever took it reads. */
  answer?: string
  /** What follows once it is saved, noted and told; the record as it then is. */
  follow?: (after: Row) => Promise<Row>
}

type Effect<P, A extends TakenStep<P>, Row> = (
  trx: Knex,
  deed: Deed<Row, SaidIn<P, A, Row>>,
) => Promise<Done<Row, ToOf<P, A>>>
/** A function for each step that does more than to lead to its state; where a step decides, there must be one. */
type Effects<P, Row> = { [A in TakenStep<P> & DecidingStep<P>]: Effect<P, A, Row> } & {
  [A in Exclude<TakenStep<P>, DecidingStep<P>>]?: Effect<P, A, Row>
}

type DueEffect<P, A extends DueStep<P>, Row> = (
  trx: Knex,
  deed: Pick<Deed<Row>, 'row' | 'author'>,
) => Promise<Done<Row, ToOf<P, A>>>
/** A function for each step that the portal takes in time and that does more than to lead to its state. */
type DueEffects<P, Row> = { [A in DueStep<P>]?: DueEffect<P, A, Row> }

/** Asks outside what a step must know, before its transaction, for that may be slow. A throw ends the step. */
type Before<P, A extends TakenStep<P>, Row> = (
  db: Knex,
  deed: Pick<Deed<Row, SaidIn<P, A, Row>>, 'row' | 'said' | 'person'>,
) => Promise<unknown>

/** What is told: the deed, by a person or by the portal in time, what it did, and the record as it is now. */
export interface News<Row> extends Omit<Deed<Row>, 'person'> {
  person: Person | null
  step: string
  after: Row
  done: Done<Row> & { said: string }
}

/** What a room says of its process. */
interface Attached<P, Row> {
  resource: Resource
  numberOf: (row: Row) => string
  /** As whom a person acts on it. Actions of its resource ask that of the access matrix and have none. */
  actorsOf?: (db: Knex, row: Row, person: Person) => Promise<readonly Actor[]>
  /** What the rules of steps ask beside the row; without a person the portal takes the step. */
  subjectOf?: (row: Row, person: Person | null) => object
  /** What steps ask outside, whose effects get the answer as `known`. */
  before?: { [A in TakenStep<P>]?: Before<P, A, Row> }
  effects: Effects<P, Row>
  inTime?: DueEffects<P, Row>
  /** What follows every step, such as its note. */
  after?: (trx: Knex, news: News<Row>) => Promise<void>
  tell: { [W in WhomOf<P>]: (trx: Knex, news: News<Row>) => Promise<unknown> }
}

/** A process with what its room says of it, as the engine reads it. */
export interface AttachedProcess {
  process: AnyProcess
  attached: Attached<AnyProcess, Stepped & Record<string, unknown>>
}

/**
 * Attaches to a process what is particular of it. Both types are named, `attach<Row, typeof process>(process, {...})`: a
 * process that is inferred in the same call widens the states that its functions answer with.
 */
export const attach = <Row extends Stepped, P extends AnyProcess>(
  process: P,
  attached: Attached<P, Row>,
): AttachedProcess => ({
  process,
  attached: attached as never,
})
