import type { PwcCollection } from '../../../resources/dispatches/collections/pwc-collection.ts'
import type { PwcStep } from '../../../resources/dispatches/collections/pwc-process.ts'
import type { PwcStepInput } from '../../../resources/dispatches/commands/collections.ts'
import type { Person } from '../../derive/rights/person.ts'
import type { Author } from '../../derive/save/author.ts'

/** A step with what it asks. */
export interface PwcCommand<S extends PwcStep = PwcStep> {
  asked: Extract<PwcStepInput, { step: S }>
  row: PwcCollection
  person: Person
  author: Author
  /** Signs the codes of the gate. */
  secret: string
}
