import type { Knex } from 'knex'
import type { Lr } from '../../../resources/dispatches/lr.ts'
import type { Pod } from '../../../resources/dispatches/pods/pod.ts'
import { serviceAgentsOf } from '../../access-control/service-agents.ts'
import { notify } from '../../mail/notify.ts'

/** Notifies the customer service of a POD with shortage or damage, so that they look at it before the customer calls. */
export async function proposeComplaint(trx: Knex, { id, lrNo }: Lr, pod: Pod): Promise<void> {
  const sbuIds: number[] = await trx('lr_line')
    .join('invoice', 'invoice.id', 'lr_line.invoiceId')
    .where('lr_line.lrId', id)
    .distinct()
    .pluck('invoice.sbuId')
  const agents = await Promise.all(sbuIds.map(sbuId => serviceAgentsOf(trx, sbuId)))
  const parts = [
    pod.shortagePackages > 0 && `${pod.shortagePackages} short`,
    pod.damagePackages > 0 && `${pod.damagePackages} damaged`,
  ]
  await notify(trx, agents.flat(), {
    title: `LR ${lrNo}: the POD shows packages ${parts.filter(Boolean).join(' and ')}`,
    body: 'A complaint is proposed: look at the POD.',
    link: `/dispatches/lr/${id}`,
  })
}
