import { Button } from 'antd'
import { useState } from 'react'
import { quantityText } from '../../../resources/define/show.ts'
import { clean } from '../../../resources/define/validate.ts'
import type { PodGoods } from '../../../resources/dispatches/commands/pods.ts'
import { asksForGoods } from '../../../resources/dispatches/pods/goods-received.ts'
import { podLine } from '../../../resources/dispatches/pods/pod-line.ts'
import { missingPackages } from '../../../resources/dispatches/pods/pod-rules.ts'
import { usePerson } from '../../account/person.ts'
import { ask, useAsk } from '../../derive/command/ask.ts'
import { isRefusal } from '../../shell/api.ts'
import { showSuccess } from '../../shell/notices/notices.ts'
import { GoodsRows, type SaidOfGoods, saidGoods } from './goods-rows.tsx'
import { countGoods, goodsOfPod, type PodRow } from './pod-api.ts'

/**
 * What a POD says of each of the goods on its LR. While it leaves open which are short or damaged, who verifies it is
 * asked; until then quantities follow the packages, and are shown as about so many.
 */
export function PodGoodsList({ pod }: { pod: PodRow }) {
  const { may } = usePerson()
  const { data, refetch } = useAsk(goodsOfPod, { lrId: pod.lrId })
  const [isOpen, setOpen] = useState(false)
  if (!data || data.goods.length === 0 || pod.status === 'REJECTED' || pod.status === 'REPLACED') return null
  const { goods } = data
  const isAsked = asksForGoods(pod, goods) && may('approve', 'pods')
  return (
    <div className="pod-goods">
      <h3>Goods received</h3>
      <ul>
        {goods.map(one => (
          <li key={one.lrLineItemId}>
            {one.name}: {receivedText(one)}
          </li>
        ))}
      </ul>
      {isAsked && !isOpen && (
        <Button onClick={() => setOpen(true)}>
          {goods.some(one => one.isEstimated) ? 'Say which goods' : 'Correct the goods'}
        </Button>
      )}
      {isAsked && isOpen && (
        <CountForm
          pod={pod}
          goods={goods}
          onCounted={() => {
            setOpen(false)
            void refetch()
          }}
        />
      )}
    </div>
  )
}

/** Such as “about 193.333 of 200 PC, 4 came back”. */
function receivedText({ receivedQty, qty, uom, shortQty, damagedQty, isEstimated, ...back }: PodGoods): string {
  const about = isEstimated ? 'about ' : ''
  const parts = [
    `${shortQty > 0 ? about : ''}${quantityText(receivedQty)} of ${quantityText(qty)} ${uom}`,
    shortQty > 0 && `${about}${quantityText(shortQty)} short`,
    damagedQty > 0 && `${about}${quantityText(damagedQty)} damaged`,
    back.returnedQty > 0 && `${back.isReturnAbout ? 'about ' : ''}${quantityText(back.returnedQty)} came back`,
  ]
  return parts.filter(Boolean).join(', ')
}

function CountForm({ pod, goods, onCounted }: { pod: PodRow; goods: readonly PodGoods[]; onCounted: () => void }) {
  const [said, setSaid] = useState<SaidOfGoods>({})
  const [faults, setFaults] = useState<{ field: string; message: string }[]>([])
  const [busy, setBusy] = useState(false)
  const formId = `pod-${pod.id}`
  const errorOf = (name: string) => faults.find(({ field }) => field === name)?.message
  const general = faults.find(({ field }) => !field.startsWith('goods['))?.message
  const asks = [
    ...(missingPackages(pod) > 0 ? (['shortQty'] as const) : []),
    ...(pod.damagePackages > 0 ? (['damagedQty'] as const) : []),
  ]

  async function save() {
    setBusy(true)
    try {
      await ask(countGoods, { podId: pod.id, goods: saidGoods(goods, cleanSaid(said)) ?? [] })
      showSuccess('The goods of the POD are counted.')
      onCounted()
    } catch (error) {
      if (!isRefusal(error)) throw error
      setFaults(error.faults.length > 0 ? error.faults : [{ field: '', message: error.message }])
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <GoodsRows {...{ formId, goods, said, asks, errorOf }} onChange={setSaid} />
      <p role="alert" className="field-error">
        {general}
      </p>
      <Button loading={busy} onClick={() => void save()}>
        Save goods
      </Button>
    </>
  )
}

/** What was typed, as quantities. */
export const cleanSaid = (said: SaidOfGoods): SaidOfGoods =>
  Object.fromEntries(
    Object.entries(said).map(([id, one]) => {
      const { shortQty = null, damagedQty = null } = clean(podLine, one as never) as SaidOfGoods[number]
      return [id, { shortQty, damagedQty }]
    }),
  )
