import { useQuery } from '@tanstack/react-query'
import { can } from '../../resources/capabilities.ts'
import { type LaneRecords, laneWords, TOO_FEW } from '../../resources/dispatches/lane-record.ts'
import type { TransMode } from '../../resources/trade.ts'
import { usePerson } from '../account/person.ts'
import { api, type Refusal } from '../shell/api.ts'

const HOUR = 3_600_000

/** How often the lane from a plant, named where there are several, kept its dates; nothing for those who may not compare transporters. */
export function LaneRecord({ plantId, from, to }: { plantId: number; from?: string; to: LanePlace }) {
  const { user } = usePerson()
  const { data } = useQuery<LaneRecords, Refusal>({
    queryKey: ['lane-records', to],
    enabled: can(user, 'compareTransporters'),
    staleTime: HOUR,
    queryFn: async () => (await api.get<LaneRecords>('/lane-records', { params: to })).data,
  })
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
