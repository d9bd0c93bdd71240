import { can } from '../../../resources/capabilities.ts'
import { laneWords, TOO_FEW } from '../../../resources/dispatches/lane-record.ts'
import type { showLaneRecords } from '../../../resources/shipment-tracking/commands/lanes.ts'
import type { TransMode } from '../../../resources/trade.ts'
import { usePerson } from '../../account/person.ts'
import { at, useAsk } from '../../derive/command/ask.ts'

const laneRecords = at<typeof showLaneRecords>('GET lane-records')
const HOUR = 3_600_000

/** How often the lane from a plant, named where there are several, kept its dates; nothing for those who may not compare transporters. */
export function LaneRecord({ plantId, from, to }: { plantId: number; from?: string; to: LanePlace }) {
  const { user } = usePerson()
  const { data } = useAsk(laneRecords, to, { enabled: can(user, 'compareTransporters'), staleTime: HOUR })
  if (!data) return null
  const record = data.lanes.find(lane => lane.plantId === plantId)
  return (
    <p className="quiet">
      {from && `From ${from}: `}
      {record ? laneWords(record, 'staff') : TOO_FEW}
    </p>
  )
}

/** Where a lane leads, and by which mode. */
export type LanePlace = { transMode: TransMode } & ({ toCityId: number } | { shipToId: number })
