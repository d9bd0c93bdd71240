import { awaitsSecondPerson, isConfirmed, onlyProposes } from '../../../resources/define/confirmation.ts'
import { addDays, dayOf } from '../../../resources/define/dates.ts'
import { labelOf } from '../../../resources/define/label.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { dayText } from '../../../resources/define/show.ts'
import { overwrittenAmount, successorStart } from '../../../resources/define/succession.ts'
import { usePerson } from '../../account/person.ts'
import { changedValues } from './form-fields.ts'

const WAITS = 'The confirmed values apply until another person confirms the change.'

/**
 * Says before saving that a price or limit in force is not overwritten: this row ends and a new one begins, with the
 * day.
 */
export function SuccessionNote({ resource, base, values }: { resource: Resource; base: RowValues; values: RowValues }) {
  const { user } = usePerson()
  const today = dayOf(new Date().toISOString())
  const name = overwrittenAmount(resource, base, values, today)
  // Whether a row gives power says its role, which the server knows.
  const waits =
    isConfirmed(resource) &&
    !resource.givesPower &&
    (!resource.proposedBy || onlyProposes(resource, user.roles)) &&
    awaitsSecondPerson(resource, base, changedValues(resource, base, values))
  if (name === undefined)
    return waits ? (
      <p role="status" className="notice-box is-warning form-note">
        {WAITS}
      </p>
    ) : null
  const label = labelOf(name, resource.fields[name]!)
  const begins = successorStart(resource, base, values, today)
  return (
    <p role="status" className="notice-box is-warning form-note">
      {begins === undefined
        ? `${label} of this row has counted until ${dayText(String(base.validTo))} and is history: enter a new row instead.`
        : `${waits ? `${WAITS} ` : ''}${label} has counted since ${dayText(String(base.validFrom))} and stays in the history: ${waits ? 'confirming' : 'saving'} ends this row on ${dayText(addDays(begins, -1))} and begins a new one on ${dayText(begins)}.`}
    </p>
  )
}
