import { Button } from 'antd'
import {
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { flushSync } from 'react-dom'
import { type Location, useNavigate } from 'react-router'
import { can } from '../../../resources/capabilities.ts'
import type { StepTaken } from '../../../resources/orders/commands/steps.ts'
import { type HeaderBody, type SavedOrder, termNames } from '../../../resources/orders/order-input.ts'
import type { OrderContext } from '../../../resources/orders/pad/offers.ts'
import { usePerson } from '../../account/person.ts'
import { useUnsavedGuard } from '../../derive/form/unsaved.ts'
import { useNarrow } from '../../derive/use-narrow.ts'
import { momentText } from '../../derive/value-text.ts'
import { showSuccess } from '../../shell/notices/notices.ts'
import { PageHeading } from '../../shell/page-frame.tsx'
import { Opening } from '../../shell/use-quick-exit.ts'
import { LineStore, type PadFault } from '../lines/line-store.ts'
import { PadLines } from '../lines/pad-lines.tsx'
import { type TrayRow, trayFault, trayRow } from '../paste/tray-rows.ts'
import { copyKey, type LocalCopy } from './local-copy.ts'
import type { OpenedOrder } from './open-order.ts'
import { OrderHead } from './order-head.tsx'
import { doesNeedPo } from './order-types.ts'
import { PadContext, useAnswer, useInstruction } from './pad.ts'
import { PadBar } from './pad-bar.tsx'
import { missingHeaderFaults, rowIssues } from './pad-issues.ts'
import { PadSide } from './pad-side.tsx'
import { useHeaderFold } from './use-header-fold.ts'
import { useLocalCopy } from './use-local-copy.ts'
import { usePadActions } from './use-pad-actions.ts'
import { useQuoting } from './use-quoting.ts'
import { useSaving } from './use-saving.ts'
import './order-pad.css'

// Loaded on demand, so that the pad itself loads faster.
const LineDrawer = lazy(async () => ({ default: (await import('../lines/line-drawer.tsx')).LineDrawer }))
const SamePoDialog = lazy(async () => ({ default: (await import('../show/same-po.tsx')).SamePoDialog }))
const PricesChangedDialog = lazy(async () => ({
  default: (await import('../show/prices-changed.tsx')).PricesChangedDialog,
}))
const SaveErrorBox = lazy(async () => ({ default: (await import('./save-error-box.tsx')).SaveErrorBox }))
const PadExplain = lazy(async () => ({ default: (await import('./pad-explain.tsx')).PadExplain }))
const HeadLine = lazy(async () => ({ default: (await import('./head-line.tsx')).HeadLine }))
const OrderNotes = lazy(async () => ({ default: (await import('./order-notes.tsx')).OrderNotes }))

/** The fields that show their own fault. */
const FIELDS: readonly string[] = [
  'shipToId',
  'orderTypeId',
  'requestedDeliveryDate',
  'customerPoNo',
  'customerPoDate',
  'poAttachmentId',
  ...termNames,
  'remarks',
  'tray',
]

/** The order form: a line of header, the lines, what becomes of it at the side, and one button that says it. */
export function OrderPad({
  opened,
  padKey,
  notice,
  onChangeCustomer,
}: {
  opened: OpenedOrder
  padKey: string
  /** What was said of the order before. */
  notice?: ReactNode
  onChangeCustomer?: (() => void) | undefined
}) {
  const { user } = usePerson()
  const navigate = useNavigate()
  const { context } = opened
  const customerId = context.customer.id
  const [store] = useState(() => new LineStore(opened.lines))
  const [header, setHeader] = useState(opened.header)
  const [tray, setTray] = useState<TrayRow[]>([])
  const leaving = useRef<() => void>(() => undefined)
  const priceAgain = useQuoting(store, customerId, header)

  const saving = useSaving({
    store,
    customerId,
    header,
    order: opened.order,
    waiting: tray.length,
    onSaved: ({ id }: SavedOrder) => void navigate(`?id=${id}`, { replace: true, state: { pad: padKey } }),
    onSubmitted: ({ order, created }: StepTaken) => {
      leaving.current()
      const placed = order.companyAskedAt ? undefined : [{ id: order.id, orderNo: order.orderNo }, ...created]
      if (!placed) showSuccess(`${order.orderNo} is waiting for a yes in your company.`)
      void navigate(`/orders/order-history/${order.id}`, { state: { placed } })
    },
    onRepriced: priceAgain,
  })
  const { pad, reach, message, explained, detailed, close, paste } = usePadActions(
    store,
    customerId,
    { choosesPlant: can(user, 'choosePlant'), showsStock: user.userType === 'EMPLOYEE' },
    setTray,
    saving.savedId,
    header,
  )
  const { left, answer: settleCopy } = useLocalCopy({
    key: copyKey(user.id, { orderId: saving.savedOrder?.id ?? null, customerId }),
    store,
    header,
    tray,
    isDirty: saving.isDirty,
  })
  function takeCopy(copy: LocalCopy) {
    store.reset(copy.lines)
    setHeader(copy.header)
    setTray(copy.tray.map(trayRow))
    settleCopy()
  }
  leaving.current = useUnsavedGuard(saving.isDirty, leavesPad(padKey))
  const { faults, errors } = useFaults(store, header, tray, saving.pressed)
  const needsPo = doesNeedPo(context, header)
  const isNew = opened.order === null
  // A new order begins with the PO number, or the first product code; on a phone the keyboard would cover the header.
  const narrow = useNarrow()
  const { isFoldable, fold, unfold } = useHeaderFold({ folded: !isNew, header, needsPo, hasErrors: errors.size > 0 })
  const folded = narrow && isFoldable
  const begins = useRef(isNew && !narrow)
  useEffect(() => {
    const [first] = store.keys()
    if (begins.current && needsPo) document.getElementById('order-customerPoNo')?.focus()
    else if (begins.current && first) pad.focus(first, 'product')
    begins.current = false
  }, [store, pad, needsPo])

  const change = useCallback((changes: Partial<HeaderBody>) => setHeader(now => ({ ...now, ...changes })), [])

  function focus({ key, column, field }: PadFault) {
    if (key && column) return pad.focus(key, column)
    flushSync(unfold)
    document.getElementById(`order-${field}`)?.focus()
  }

  async function press(work: () => Promise<void>, wantsTray: boolean) {
    // Whoever is quicker than the answers waits for what the rows mean.
    await Promise.all(store.filled().map(({ key }) => pad.lookUp(key)))
    const stopped: PadFault[] = [...saving.stopped(), ...(wantsTray ? trayFault(tray) : [])]
    const [first] = stopped
    if (first) focus(first)
    else await work()
  }

  async function saveAndClose() {
    await press(async () => {
      if (!(await saving.save())) return
      leaving.current()
      void navigate('/orders/order-history?drafts=mine')
    }, true)
  }

  return (
    <PadContext value={pad}>
      <div className="order-pad">
        <section className="pad-top" aria-label="Order" onFocus={unfold}>
          <PageHeading />
          {folded && (
            <Suspense fallback={null}>
              <HeadLine context={context} header={header} onOpen={() => openHeader(unfold)} />
            </Suspense>
          )}
          {/* Folded it stays in the page, so that a file that is being uploaded is kept. */}
          <div className="pad-head" hidden={folded}>
            <OrderHead
              context={context}
              header={header}
              order={saving.savedOrder}
              poFileName={opened.order?.texts.poAttachmentId}
              errors={errors}
              onChange={change}
              onChangeCustomer={onChangeCustomer}
            />
          </div>
        </section>
        <Notes
          store={store}
          context={context}
          faults={faults}
          onDay={requestedDeliveryDate => change({ requestedDeliveryDate })}
        />
        <div className="pad-body">
          <div className="pad-main">
            {notice}
            {left && <RestoreCopy copy={left} onTake={() => takeCopy(left)} onDiscard={settleCopy} />}
            {saving.saveError && (
              <Suspense fallback={null}>
                <SaveErrorBox
                  saveError={saving.saveError}
                  order={saving.savedOrder}
                  onKeepMine={order => void saving.save(order)}
                />
              </Suspense>
            )}
            <PadLines
              faults={faults}
              onReach={reach}
              tray={tray}
              onTray={setTray}
              onPaste={paste}
              onEnter={fold}
              message={message}
            />
          </div>
          <PadSide context={context} header={header} faults={faults} onFocus={focus} />
        </div>
        <PadBar
          faults={faults}
          busy={saving.busy}
          autosave={saving.auto}
          correcting={saving.savedOrder?.status === 'IN_ERROR'}
          onSave={() => void press(async () => void (await saving.save()), false)}
          onClose={() => void saveAndClose()}
          onSubmit={() => void press(() => saving.submit(), true)}
        />
      </div>
      {saving.samePo && (
        <Suspense fallback={<Opening onClose={saving.declineSamePo} />}>
          <SamePoDialog
            asked={saving.samePo}
            busy={saving.busy === 'submit'}
            onAnswer={samePo => void saving.submit({ samePo })}
            onClose={saving.declineSamePo}
          />
        </Suspense>
      )}
      {saving.prices && (
        <Suspense fallback={<Opening onClose={saving.declinePrices} />}>
          <PricesChangedDialog
            prices={saving.prices}
            busy={saving.busy === 'submit'}
            onAccept={() => void saving.submit({ seenLines: saving.prices!.seenLines })}
            onClose={saving.declinePrices}
          />
        </Suspense>
      )}
      {explained && (
        <Suspense fallback={<Opening onClose={close} />}>
          <PadExplain store={store} at={explained} onClose={close} />
        </Suspense>
      )}
      {detailed && (
        <Suspense fallback={<Opening onClose={close} />}>
          <LineDrawer at={detailed} requestedDate={header.requestedDeliveryDate} onClose={close} />
        </Suspense>
      )}
    </PadContext>
  )
}

/** What is about the order as a whole and has no field of its own. */
function Notes({
  store,
  context,
  faults,
  onDay,
}: {
  store: LineStore
  context: OrderContext
  faults: readonly PadFault[]
  onDay: (day: string) => void
}) {
  const { warnings } = useAnswer(store)
  const shared = useInstruction(store)
  const own = faults.filter(({ key, field }) => key === null && !FIELDS.includes(field))
  const told = warnings.filter(({ key }) => key === null)
  const { blocks, customer } = context
  if (own.length + told.length + blocks.length === 0 && !shared && !customer.sapOrderBlock) return null
  return (
    <Suspense fallback={null}>
      <OrderNotes context={context} faults={own} warnings={told} onDay={onDay} />
    </Suspense>
  )
}

/** Opens the header at what is changed most often. */
function openHeader(unfold: () => void) {
  flushSync(unfold)
  document.getElementById('order-customerPoNo')?.focus()
}

/** Another order on the same page leaves the pad too; a navigation whose state names this pad stays on it. */
const leavesPad = (padKey: string) => (here: Location, next: Location) => {
  const stays = (next.state as { pad?: string } | null)?.pad === padKey
  return !stays && (here.pathname !== next.pathname || here.search !== next.search || here.key !== next.key)
}

/** Content of an earlier visit that is stored on this device and in no draft: restore or discard it. */
function RestoreCopy({ copy, onTake, onDiscard }: { copy: LocalCopy; onTake: () => void; onDiscard: () => void }) {
  const count = copy.lines.length + copy.tray.length
  return (
    <div className="notice-box is-warning trouble" role="status">
      <p>
        This device has unsaved changes of {momentText(copy.at)}: {count} {count === 1 ? 'row' : 'rows'}.
      </p>
      <span className="notice-actions">
        <Button type="primary" onClick={onTake}>
          Continue with them
        </Button>
        <Button onClick={onDiscard}>Discard them</Button>
      </span>
    </div>
  )
}

/**
 * The faults of the pad, all that stops *Submit*, and the header errors by field. Until a button was pressed what the
 * header or the row in hand lacks is not marked as wrong.
 */
function useFaults(store: LineStore, header: HeaderBody, tray: readonly TrayRow[], pressed: boolean) {
  const serverFaults = useSyncExternalStore(store.subscribe, () => store.answer().faults)
  const [issuesOf] = useState(() => rowIssues(store))
  const rows = useSyncExternalStore(store.subscribe, () => issuesOf(pressed))
  const hasLines = useSyncExternalStore(store.subscribe, () => store.count() > 0)
  const missing = useMemo(() => (hasLines ? missingHeaderFaults(header) : []), [header, hasLines])
  const faults = useMemo<readonly PadFault[]>(() => {
    const told = new Set(serverFaults.map(({ field }) => field))
    return [...rows, ...trayFault(tray), ...missing.filter(({ field }) => !told.has(field)), ...serverFaults]
  }, [rows, tray, missing, serverFaults])
  const errors = useMemo(() => {
    const marked = faults.filter(({ key, field }) => key === null && (pressed || header[field as keyof HeaderBody]))
    return new Map(marked.map(({ field, message }) => [field, message]))
  }, [faults, pressed, header])
  return { faults, errors }
}
