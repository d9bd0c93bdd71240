import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, type InputRef } from 'antd'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { dayText } from '../../resources/define/show.ts'
import type { WaitingInvoices } from '../../resources/dispatches/commands/booking-desk.ts'
import type { SavedLr } from '../../resources/dispatches/saved-lr.ts'
import { usePerson } from '../account/person.ts'
import { keyOf } from '../derive/command/ask.ts'
import { ChoiceRow } from '../derive/form/choice-row.tsx'
import { useShortcuts } from '../derive/grid/use-shortcuts.ts'
import type { Refusal } from '../shell/api.ts'
import { ButtonLink } from '../shell/button-link.tsx'
import { Failure } from '../shell/failure.tsx'
import { PageFrame } from '../shell/page-frame.tsx'
import { useDebounced } from '../shell/use-debounced.ts'
import { useEarlyEnter } from '../shell/use-early-enter.ts'
import { Waiting } from '../shell/waiting.tsx'
import { type Chosen, countText, firstHit, keyOfWaiting } from './booking/chosen.ts'
import { ChosenList } from './booking/chosen-list.tsx'
import { FindBox } from './booking/find-box.tsx'
import { LatestLrs } from './booking/latest-lrs.tsx'
import { LR_NO, LrForm } from './booking/lr-form.tsx'
import { firstRow, PendingInvoices, sumsOf } from './booking/pending-invoices.tsx'
import { bookingKey, useBooking } from './booking/use-booking.ts'
import { useFind, waitingQuery } from './booking/use-find.ts'
import { useLrKeys } from './booking/use-lr-keys.ts'
import { waitingInvoices } from './lr-api.ts'
import './dispatches.css'
import './booking/booking.css'

const title = 'Add LR Details'
const purpose = 'Choose the invoices that go out together and enter the transporter’s lorry receipt for them.'
const actions = <ButtonLink to="/dispatches/add-lr-details/import">Import LRs</ButtonLink>
/** On a phone the keyboard would cover what somebody came to see. */
const isTouched = matchMedia('(pointer: coarse)').matches

/** Page that makes LRs of pending invoices: find or scan them, enter the LR beside them, see the latest ones. */
export default function AddLrDetails() {
  const queries = useQueryClient()
  const [address] = useSearchParams()
  const plantInAddress = address.get('plant')
  const [plant, setPlant] = useState<number | null>(
    plantInAddress !== null && /^[1-9]\d{0,9}$/.test(plantInAddress) ? Number(plantInAddress) : null,
  )
  const { typed, acts, isRestored } = useBooking(bookingKey(usePerson().user.id))
  const { chosen } = typed
  const [text, setText] = useState(address.get('find')?.slice(0, 100) ?? '')
  const asked = useDebounced(text, 200)
  const waiting = useQuery<WaitingInvoices, Refusal>({
    ...waitingQuery(plant, asked),
    placeholderData: keepPreviousData,
  })
  const [saved, setSaved] = useState<SavedLr | null>(null)
  const [taken, setTaken] = useState('')
  const [isAtForm, setAtForm] = useState(false)
  const box = useRef<InputRef>(null)
  const find = useFind({
    plants: waiting.data?.plants ?? [],
    plantId: plant,
    chosenNow: acts.chosenNow,
    onAdd: acts.add,
    onPlant: showPlant,
    onDone: done => setText(now => (now.trim() === done ? '' : now)),
  })
  const { go, onReady, toFind } = useLrKeys({ box, isChosen: () => acts.chosenNow().length > 0, onStep: setAtForm })
  useShortcuts(true, { '/': toFind })
  // The list is that of what was typed before anybody goes into it.
  const isAnswered = asked === text && !waiting.isPlaceholderData
  const onDown = useEarlyEnter(text, isAnswered, () => firstRow()?.focus())
  const onGo = useCallback(
    (some: readonly Chosen[]) => {
      acts.choose(some)
      go()
    },
    [acts, go],
  )
  const isShown = waiting.data !== undefined
  useEffect(() => {
    if (isShown && !isTouched) box.current?.focus()
  }, [isShown])
  // What was told of the LR before is past once the next one is begun.
  useEffect(() => {
    if (chosen.length === 0 || saved === null) return
    setSaved(null)
    setTaken('')
  }, [chosen, saved])

  if (waiting.error && !waiting.data) {
    return (
      <PageFrame title={title} purpose={purpose} actions={actions}>
        <Failure error={waiting.error} onRetry={() => void waiting.refetch()} />
      </PageFrame>
    )
  }
  if (!waiting.data) return <Waiting />

  const { groups, plants, plantId, isCut } = waiting.data
  const isFound = asked.trim() !== ''
  const hit = isFound && asked === text ? firstHit(groups, asked, chosen).hit : undefined

  function showPlant(shown: number) {
    setPlant(shown)
    acts.choose([])
    setText('')
    find.clear()
  }

  function onSaved(made: SavedLr) {
    setSaved(made)
    setAtForm(false)
    find.clear()
    if (!isTouched) box.current?.focus()
    void queries.invalidateQueries({ queryKey: keyOf(waitingInvoices) })
    void queries.invalidateQueries({ queryKey: ['lrs'] })
  }

  return (
    <PageFrame title={title} purpose={purpose} actions={actions}>
      {saved && <Saved lr={saved} />}
      {isRestored && chosen.length > 0 && (
        <p className="quiet" role="status">
          The LR that you had begun before the page was loaded again is back.{' '}
          <Button size="small" onClick={() => acts.change({ chosen: [], edited: {}, lines: {} })}>
            Discard it
          </Button>
        </p>
      )}
      <div className={isAtForm && chosen.length > 0 ? 'lr-desk is-at-form' : 'lr-desk'}>
        <section className="panel lr-list" aria-labelledby="lr-invoices">
          <h2 id="lr-invoices">Invoices waiting for dispatch</h2>
          {plants.length > 1 && (
            <div className="lr-plant">
              <ChoiceRow
                id="lr-plant"
                label="Plant"
                search
                options={plants.map(one => ({ value: one.id, label: `${one.code} · ${one.name} (${one.waiting})` }))}
                value={plantId}
                onChange={showPlant}
              />
            </div>
          )}
          <FindBox
            ref={box}
            text={text}
            answer={find.answer}
            onType={setText}
            onEnter={find.onEnter}
            onDown={onDown}
            onPlant={showPlant}
          />
          {groups.length === 0 && (
            <p className="quiet">
              {isFound
                ? 'Nothing that waits here matches. Press Enter to see why.'
                : 'No invoices to dispatch. New invoices from SAP appear automatically within a few minutes.'}
            </p>
          )}
          <PendingInvoices
            key={plantId}
            groups={groups}
            chosen={chosen}
            hit={hit && keyOfWaiting(hit)}
            onChange={acts.choose}
            onGo={onGo}
            onLeave={toFind}
          />
          {isCut && <p className="quiet">More wait than are shown: find the others above.</p>}
        </section>
        <section className="panel lr-side" aria-labelledby="lr-side">
          <h2 id="lr-side">Lorry receipt{chosen.length > 0 && ` for ${countText(chosen)}`}</h2>
          {taken && (
            <p className="notice-box is-warning" role="alert">
              {taken}
            </p>
          )}
          {chosen.length === 0 ? (
            <p className="quiet">Choose invoices: the LR is entered here.</p>
          ) : (
            <>
              <Button className="lr-back" onClick={toFind}>
                Back to the invoices
              </Button>
              <ChosenList chosen={chosen} onLeaveOut={one => acts.leaveOut([one])} />
              <LrForm
                typed={typed}
                acts={acts}
                onSaved={onSaved}
                onReady={onReady}
                onTaken={(gone, message) => {
                  acts.leaveOut(gone)
                  setTaken(`${message}. The portal has left it out of this LR, and kept what you typed.`)
                  void queries.invalidateQueries({ queryKey: keyOf(waitingInvoices) })
                }}
              />
            </>
          )}
        </section>
        {chosen.length > 0 && (
          <div className="lr-step">
            <span>{sumsOf(chosen)}</span>
            <Button type="primary" onClick={go} aria-keyshortcuts="Alt+L" aria-controls={LR_NO}>
              Enter LR for {countText(chosen)}
            </Button>
          </div>
        )}
      </div>
      <LatestLrs />
    </PageFrame>
  )
}

function Saved({ lr }: { lr: SavedLr }) {
  return (
    <div className="notice-box is-good lr-saved" role="status">
      <p>
        <strong>LR {lr.lrNo}</strong> is saved. Tracking number <strong>{lr.shipmentNo}</strong>, expected at the
        customer on {dayText(lr.expectedDeliveryDate)}.
      </p>
    </div>
  )
}
