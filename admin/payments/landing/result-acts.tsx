import { Button } from 'antd'
import { usePayerActs } from '../payment/payer-acts.ts'
import type { WholePayment } from './result-api.ts'

/** Check now, pay again and give up, for whoever came back from a gateway that has said nothing definite. */
export function ResultActs({ whole, onTaken }: { whole: WholePayment | undefined; onTaken: () => unknown }) {
  const { acts, said } = usePayerActs(whole?.payment, whole?.money.may, onTaken)
  return (
    <>
      {acts.length > 0 && (
        <span className="result-acts">
          {acts.map(({ name, label, busy, take }, at) => (
            <Button key={name} size="large" {...(at === 0 && { type: 'primary' })} loading={busy} onClick={take}>
              {label}
            </Button>
          ))}
        </span>
      )}
      {said && <p role="status">{said}</p>}
    </>
  )
}
