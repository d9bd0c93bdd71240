import { useQuery } from '@tanstack/react-query'
import { api, type Refusal } from '../../shell/api.ts'

interface Ahead {
  step: string
  title: string
  reason: string
  level: number
  name: string
}

/** The approvals an order still needs, why, and who could give each as of today. */
export function OrderAhead({ orderId, rowVersion }: { orderId: number; rowVersion: number }) {
  const { data = [] } = useQuery<Ahead[], Refusal>({
    queryKey: ['order-route', orderId, rowVersion],
    queryFn: async () => (await api.get<Ahead[]>('/order-route', { params: { orderId } })).data,
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
