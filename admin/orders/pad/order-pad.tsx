import { Button } from 'antd'
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { type Location, useNavigate } from 'react-router'
import { can } from '../../../resources/capabilities.ts'
import type { StepTaken } from '../../../resources/orders/commands/steps.ts'
import type { HeaderBody, SavedOrder } from '../../../resources/orders/order-input.ts'
import { usePerson } from '../../account/person.ts'
import { useUnsavedGuard } from '../../derive/form/unsaved.ts'
import { useNarrow } from '../../derive/use-narrow.ts'
import { momentText } from '../../derive/value-text.ts'
import { Opening } from '../../shell/use-quick-exit.ts'
import { LineStore, type PadFault } from '../lines/line-store.ts'
import { PadLines } from '../lines/pad-lines.tsx'
import { type TrayRow, trayFault, trayRow } from '../paste/tray-rows.ts'
import { CustomerBanner } from './customer-banner.tsx'
import { FoldedHeader } from './folded-header.tsx'
import { copyKey, type LocalCopy } from './local-copy.ts'
import { OpenCarts } from './open-carts.tsx'
import type { OpenedOrder } from './open-order.ts'
import { doesNeedPo, OrderHeader } from './order-header.tsx'
import { PadContext } from './pad.ts'
import { PadBar } from './pad-bar.tsx'
import { missingHeaderFaults, rowIssues } from './pad-issues.ts'
import { PadPanels } from './pad-panels.tsx'
import { useHeaderFold } from './use-header-fold.ts'
import { useLocalCopy } from './use-local-copy.ts'
import { usePadActions } from './use-pad-actions.ts'
import { useQuoting } from './use-quoting.ts'
import { useSaving } from './use-saving.ts'
import './order-pad.css'

// Loaded on demand, so that the pad itself loads faster.
const LineDrawer = lazy(async () => ({ default: (await import('../lines/line-drawer.tsx')).LineDrawer }))
const PricesChangedDialog = lazy(async () => ({
  default: (await import('../show/prices-changed.tsx')).PricesChangedDialog,
}))
const SaveErrorBox = lazy(async () => ({ default: (await import('./save-error-box.tsx')).SaveErrorBox }))
const PadExplain = lazy(async () => ({ default: (await import('./pad-explain.tsx')).PadExplain }))

/** The order form: header, lines, faults, approvals, totals. */
export function OrderPad({
  opened,
  padKey,
  onChangeCustomer,
}: {
  opened: OpenedOrder
  padKey: string
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
      void navigate(`/orders/order-history/${order.id}`, {
        state: { placed: [{ id: order.id, orderNo: order.orderNo }, ...created] },
      })
    },
    onRepriced: priceAgain,
  })
  const { pad, reach, message, explained, detailed, close, paste } = usePadActions(
    store,
    customerId,
    can(user, 'choosePlant'),
    setTray,
    saving.savedId,
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
  const { folded, fold, unfold } = useHeaderFold({ folded: !isNew, header, needsPo, hasErrors: errors.size > 0 })
  // A new order begins with the PO number, or the first product code; on a phone the keyboard would cover the header.
  const narrow = useNarrow()
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

  return (
    <PadContext value={pad}>
      <CustomerBanner
        customer={context.customer}
        onBehalf={user.userType === 'EMPLOYEE'}
        blocks={context.blocks}
        order={saving.savedOrder}
        onChange={onChangeCustomer}
      />
      <OpenCarts customerId={customerId} orderId={saving.savedOrder?.id ?? null} />
      {left && <RestoreCopy copy={left} onTake={() => takeCopy(left)} onDiscard={settleCopy} />}
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
      {saving.saveError && (
        <Suspense fallback={null}>
          <SaveErrorBox
            faults={faults}
            onFocus={focus}
            saveError={saving.saveError}
            order={saving.savedOrder}
            onKeepMine={order => void saving.save(order)}
            onSubmitDuplicate={() => void saving.submit({ notDuplicate: true })}
          />
        </Suspense>
      )}
      {folded && <FoldedHeader context={context} header={header} onOpen={() => openHeader(unfold)} />}
      <OrderHeader
        context={context}
        header={header}
        poFileName={opened.order?.texts.poAttachmentId}
        errors={errors}
        folded={folded}
        onEnter={unfold}
        onChange={change}
      />
      <PadLines
        faults={faults}
        onReach={reach}
        tray={tray}
        onTray={setTray}
        onPaste={paste}
        onEnter={fold}
        message={message}
      />
      <PadPanels context={context} faults={faults} onFocus={focus} />
      <PadBar
        context={context}
        issues={faults.length}
        busy={saving.busy}
        autosave={saving.auto}
        correcting={saving.savedOrder?.status === 'IN_ERROR'}
        onSave={() => void press(() => saving.save(), false)}
        onSubmit={() => void press(() => saving.submit(), true)}
      />
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
