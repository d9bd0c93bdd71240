import { type LaneRecord, laneMark, laneWords } from '../../../resources/dispatches/lane-record.ts'
import { statusReaderOf } from '../../../resources/dispatches/lr-status.ts'
import { usePerson } from '../../account/person.ts'

/** How often a lane kept its dates, in a few words beside a promised day. */
export default function LaneMark({ of: record }: { of: LaneRecord }) {
  const { user } = usePerson()
  const reader = statusReaderOf(user.userType)
  return (
    <span className="quiet stock" title={laneWords(record, reader)}>
      {laneMark(record, reader)}
    </span>
  )
}
