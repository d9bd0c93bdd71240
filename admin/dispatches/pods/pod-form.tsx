import { Button } from 'antd'
import { type FormEvent, useState } from 'react'
import { FOREVER } from '../../../resources/define/dates.ts'
import { dayText } from '../../../resources/define/show.ts'
import { clean, type Fault, validate } from '../../../resources/define/validate.ts'
import { pod } from '../../../resources/dispatches/pods/pod.ts'
import { likelyDay, podFaults, podNotice } from '../../../resources/dispatches/pods/pod-rules.ts'
import { useAsk } from '../../derive/command/ask.ts'
import { FaultSummary } from '../../derive/form/fault-summary.tsx'
import { FormRow } from '../../derive/form/form-row.tsx'
import { isRefusal } from '../../shell/api.ts'
import type { LrRow } from '../lr-api.ts'
import { GoodsRows, type SaidOfGoods, saidGoods } from './goods-rows.tsx'
import { PhotoInput } from './photo-input.tsx'
import { goodsOfPod, type PodToSend, type PodValues } from './pod-api.ts'
import { cleanSaid } from './pod-goods.tsx'

const formId = 'pod'
const always = [
  ...(['deliveredOn', 'receivedBy', 'packagesReceived', 'shortagePackages'] as const),
  ...(['damagePackages', 'refusedPackages'] as const),
] as const
const ofColdChain = ['temperature', 'isLoggerRead'] as const

/** What the POD of an LR says. Nothing is sent before it fits the LR. */
export function PodForm(form: {
  lr: LrRow
  /** Sends the POD; throws the server's refusal. */
  onSend: (pod: PodToSend) => Promise<void>
  onOther: () => void
}) {
  const { lr } = form
  const names = [...always, ...(lr.loggerNo ? ofColdChain : []), 'remarks'] as const
  const [values, setValues] = useState<PodValues>({
    deliveredOn: likelyDay(lr),
    packagesReceived: lr.packages,
    shortagePackages: 0,
    damagePackages: 0,
    refusedPackages: 0,
    isLoggerRead: false,
  })
  const [pages, setPages] = useState<File[]>([])
  const [faults, setFaults] = useState<Fault[]>([])
  const [attempt, setAttempt] = useState(0)
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState<SaidOfGoods>({})
  const { data } = useAsk(goodsOfPod, { lrId: lr.id })
  const goods = data?.goods ?? []
  const asks = [
    ...(isSome(values.shortagePackages) || isSome(values.refusedPackages) ? (['shortQty'] as const) : []),
    ...(isSome(values.damagePackages) ? (['damagedQty'] as const) : []),
  ]
  const isAsked = goods.length > 1 && asks.length > 0
  const notice = podNotice(lr)
  const errorOf = (name: string) => faults.find(({ field }) => field === name)?.message

  function set(name: string, value: unknown) {
    setValues(old => {
      const now = { ...old, [name]: value }
      return { ...now, ...restShort(lr.packages, name, now) }
    })
    const counts = name === 'packagesReceived' || name === 'refusedPackages'
    setFaults(old => old.filter(({ field }) => field !== name && !(counts && field === 'shortagePackages')))
  }

  function refuse(wrong: Fault[]) {
    const shownFields: readonly string[] = [...names, 'attachmentId']
    const isShown = (field: string) => shownFields.includes(field) || (isAsked && field.startsWith('goods'))
    setFaults(wrong.map(fault => (isShown(fault.field) ? fault : { ...fault, field: '' })))
    setAttempt(old => old + 1)
  }

  async function send(event: FormEvent) {
    event.preventDefault()
    const entered = clean(pod, Object.fromEntries(names.map(name => [name, values[name] ?? null])))
    const wrong = faultsOf(lr, entered, names)
    if (pages.length === 0)
      wrong.unshift({
        field: 'attachmentId',
        code: 'REQUIRED',
        message: 'Take a photo of the signed LR, or choose a file',
      })
    if (wrong.length > 0) return refuse(wrong)
    setBusy(true)
    try {
      const counted = isAsked ? saidGoods(goods, cleanSaid(said)) : null
      await form.onSend({ pages, values: { ...entered, lrId: lr.id, ...(counted && { goods: counted }) } })
    } catch (error) {
      if (!isRefusal(error)) throw error
      refuse(error.faults.length > 0 ? error.faults : [{ field: '', code: error.code, message: error.message }])
    } finally {
      setBusy(false)
    }
  }

  return (
    <form className="panel pod-form" onSubmit={event => void send(event)} noValidate aria-labelledby="pod-of">
      <div className="pod-of">
        <h2 id="pod-of">POD of LR {lr.lrNo}</h2>
        <Button onClick={form.onOther}>Choose another LR</Button>
      </div>
      <p className="quiet">
        {lr.texts.transporterId} to {lr.texts.toCityId}, of {dayText(lr.lrDate)}, {lr.packages} packages
        {lr.deliveredOn && `, reported delivered on ${dayText(lr.deliveredOn)}`}
      </p>
      {notice && <p className="notice-box">{notice}.</p>}
      <FaultSummary faults={faults} attempt={attempt} formId={formId} />
      <PhotoInput id={`${formId}-attachmentId`} value={pages} error={errorOf('attachmentId')} onChange={setPages} />
      <div className="form-grid">
        {names.map(name => (
          <FormRow
            key={name}
            id={`${formId}-${name}`}
            resource={pod}
            of={{
              name,
              field: pod.fields[name],
              editable: true,
              required: required.includes(name),
            }}
            value={values[name]}
            text={null}
            error={errorOf(name)}
            onChange={set}
            onBlur={keepAsTyped}
          />
        ))}
      </div>
      {isAsked && (
        <fieldset className="pod-goods">
          <legend>Which goods are short or damaged?</legend>
          <p className="quiet">Left empty, they are reckoned from the packages.</p>
          <GoodsRows {...{ formId, goods, said, asks, errorOf }} onChange={setSaid} />
          {errorOf('goods') && <p className="field-error">{errorOf('goods')}</p>}
        </fieldset>
      )}
      <div className="form-buttons">
        <Button type="primary" size="large" htmlType="submit" loading={busy}>
          Upload POD
        </Button>
      </div>
    </form>
  )
}

/** What is neither received nor refused is short, until somebody says otherwise. */
function restShort(packages: number, changed: string, values: PodValues): PodValues {
  const { packagesReceived: received, refusedPackages: refused } = values
  const isCounted = changed === 'packagesReceived' || changed === 'refusedPackages'
  if (!isCounted || typeof received !== 'number' || typeof refused !== 'number') return {}
  const rest = packages - received - refused
  return rest < 0 ? {} : { shortagePackages: rest }
}

/** The temperature is asked for cold goods alone, and then it is needed. */
const required: readonly string[] = ['deliveredOn', 'receivedBy', 'packagesReceived', 'temperature']

const keepAsTyped = () => {}

/** Whether packages are entered, typed or as a number. */
const isSome = (packages: unknown) => Number(packages ?? 0) > 0

/** What can be found before the server is asked; it alone knows the events of the LR and which day it is. */
function faultsOf(lr: LrRow, entered: PodValues, names: readonly string[]): Fault[] {
  const fields = Object.fromEntries(names.map(name => [name, pod.fields[name as keyof typeof pod.fields]]))
  const faults = validate({ ...pod, fields, rules: [] } as unknown as typeof pod, entered as never)
  return faults.length > 0 ? faults : podFaults({ ...lr, since: lr.lrDate }, entered as never, FOREVER)
}
