import { useQuery } from '@tanstack/react-query'
import { can } from '../../../resources/capabilities.ts'
import { lr } from '../../../resources/dispatches/lr.ts'
import type { showScorecard } from '../../../resources/shipment-tracking/commands/lanes.ts'
import { usePerson } from '../../account/person.ts'
import { at, useAsk } from '../../derive/command/ask.ts'
import { readOn } from '../../derive/record/when.ts'
import { framedBy } from '../../derive/show/framed-by.tsx'
import type { Where } from '../../http/asked.ts'
import { rowsOf } from '../../shell/rows.ts'
import { transporterHeader } from './transporter-header.ts'

/** A transporter with what it carries now, and how it kept its days, for those who may compare transporters. */
export default framedBy(transporterHeader, ({ id }) => {
  const { user, may } = usePerson()
  const { data: card } = useAsk(
    at<typeof showScorecard>('GET transporter-scorecard'),
    { transporterId: id },
    { enabled: can(user, 'seeOwnScorecard') || can(user, 'compareTransporters') },
  )
  const { data: moving } = useQuery({
    queryKey: ['lrs', 'on the way with', id],
    enabled: may('read', 'lrs'),
    queryFn: () => movingWith(id),
  })
  return { beside: { card, moving } }
})

const onTheWay: Where<typeof lr> = { deliveryStatus: { $nin: ['DELIVERED', 'CANCELLED', 'LOST', 'RETURNED'] } }

async function movingWith(transporterId: number) {
  const count = (more: Where<typeof lr>) => rowsOf(lr).total({ where: { transporterId, ...onTheWay, ...more } })
  const [all, late] = await Promise.all([count({}), count({ expectedDeliveryDate: { $lt: readOn() } })])
  return { all, late }
}
