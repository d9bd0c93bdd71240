import { useQuery } from '@tanstack/react-query'
import type { ApprovalStillNeeded } from '../../../resources/orders/order-route.ts'
import { api, type Refusal } from '../../shell/api.ts'

/** The approvals an order still needs, why, and who could give each as of today. */
export function UpcomingApprovals({ orderId, rowVersion }: { orderId: number; rowVersion: number }) {
  const { data = [] } = useQuery<ApprovalStillNeeded[], Refusal>({
    queryKey: ['order-route', orderId, rowVersion],
    queryFn: async () => (await api.get<ApprovalStillNeeded[]>('/order-route', { params: { orderId } })).data,
  })
  if (data.length === 0) return null
  return (
    <>
      <h3>Who could approve now</h3>
      <ol className="ahead">
        {data.map(({ step, title, reason, level, name }) => (
          <li key={`${step} ${level}`}>
            <strong>{title}</strong>, level {level}: {name}
            <span className="quiet under-line">{reason}</span>
          </li>
        ))}
      </ol>
    </>
  )
}
