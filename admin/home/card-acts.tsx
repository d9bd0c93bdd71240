import { Button } from 'antd'
import type { WorkItem } from '../../resources/home/commands.ts'
import { ButtonLink } from '../shell/button-link.tsx'
import { Decide, type DecidedTogether } from './ticked-bar.tsx'
import { addressOf, opensOf } from './work-address.ts'
import { canBeTicked } from './work-state.ts'

/** On a phone, what can be done about a piece of work from its card: at most two buttons. */
export default function CardActs({
  item,
  onDecide,
  onReview,
}: {
  item: WorkItem
  onDecide: (together: DecidedTogether) => void
  onReview: () => void
}) {
  return (
    <div className="work-card-acts">
      {canBeTicked(item) && (
        <>
          <Decide step={item.kind.replace('queue-', '')} ids={[item.id]} onDecide={onDecide} label={verb => verb} />
          <Button onClick={onReview}>Review</Button>
        </>
      )}
      {item.opens && <ButtonLink to={addressOf(item)}>{opensOf(item)}</ButtonLink>}
    </div>
  )
}
