import './palette.css'
import { keepPreviousData } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { findRecords } from '../../resources/palette/commands.ts'
import { LEAST_CHARACTERS } from '../../resources/palette/palette-records.ts'
import { ranked } from '../../resources/palette/rank.ts'
import { usePerson } from '../account/person.ts'
import { at, useAsk } from '../derive/command/ask.ts'
import KeysWindow from '../derive/keys/keys-window.tsx'
import { Icon } from '../shell/menu/icons.tsx'
import { useSavedScreens } from '../shell/menu/saved-screens.ts'
import { useDebounced } from '../shell/use-debounced.ts'
import { useEarlyEnter } from '../shell/use-early-enter.ts'
import { linesFor, type Section } from './lines-for.ts'
import { offersOf } from './offers.ts'
import type { PaletteStart } from './use-palette.ts'
import { actsOn, namedHit, screensWith } from './with-record.ts'

const PAUSE_MS = 120
const records = at<typeof findRecords>('GET palette')

/** The records that the server finds for a text, one request a pause in typing; what is typed next cancels it. */
function useHits(text: string) {
  const q = useDebounced(text.trim(), PAUSE_MS)
  const enabled = q.length >= LEAST_CHARACTERS && q.length <= 60
  const { data, error, isFetching } = useAsk(
    records,
    { q },
    { enabled, placeholderData: keepPreviousData, staleTime: 10_000 },
  )
  const isAsked = text.trim().length >= LEAST_CHARACTERS
  return { hits: isAsked ? (data ?? []) : [], failed: error, isSearching: isAsked && (isFetching || q !== text.trim()) }
}

/** The palette, or the keys of the page. */
export default function PaletteOrKeys(of: { start: PaletteStart; onClose: () => void }) {
  return of.start === 'keys' ? <KeysWindow onClose={of.onClose} /> : <Palette {...of} />
}

/** Finds records, screens and acts by a few letters or digits; the keyboard alone is enough. */
function Palette({ start, onClose }: { start: PaletteStart; onClose: () => void }) {
  const person = usePerson()
  const navigate = useNavigate()
  const { used, favourites } = useSavedScreens()
  const dialog = useRef<HTMLDialogElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  const id = useId()
  const offers = useMemo(() => offersOf(person), [person])
  const screens = useMemo(() => offers.filter(({ kind }) => kind === 'Screen'), [offers])
  const { hits, failed, isSearching } = useHits(text)
  const [marked, setMarked] = useState<string>()
  const sections: Section[] = linesFor({
    text,
    start,
    offers,
    found: ranked(offers, text, used),
    hits,
    used,
    favourites,
    marked: hits.some(({ path }) => path === marked) ? marked : undefined,
    withRecord: hit =>
      hit
        ? [
            { title: `Do with ${namedHit(hit).title}`, lines: actsOn(person, hit) },
            { title: `Screens, with ${namedHit(hit).title} set`, lines: screensWith(person, hit, screens) },
          ]
        : [],
  })
  const lines = sections.flatMap(section => section.lines)
  const at = Math.min(chosen, lines.length - 1)

  // What is done with a record stays below while one goes down to it.
  const path = lines[at]?.isRecord ? lines[at].path : undefined
  useEffect(() => {
    if (path !== undefined) setMarked(path)
  }, [path])
  useEffect(() => {
    dialog.current?.showModal()
  }, [])
  useEffect(() => {
    list.current?.querySelector(`[data-line="${at}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [at])

  function open(index: number) {
    const line = lines[index]
    if (!line) return
    onClose()
    if (line.isFile) window.location.assign(line.path)
    else void navigate(line.path)
  }

  // Records come from the server: Enter after a whole number waits for them where no screen is so called.
  const enter = useEarlyEnter(text, lines.length > 0 || !isSearching, () => open(at))

  function onKeyDown(event: KeyboardEvent) {
    const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + 8, PageUp: at - 8 }
    const to = steps[event.key]
    if (to !== undefined) {
      event.preventDefault()
      const isOneStep = event.key.startsWith('Arrow')
      setChosen(
        isOneStep ? (to + lines.length) % Math.max(1, lines.length) : Math.max(0, Math.min(lines.length - 1, to)),
      )
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      enter()
    }
  }

  return (
    // Left at once on Escape: Ctrl K right after it would else open a palette that is still closing.
    <dialog
      ref={dialog}
      className="palette"
      aria-label="Search or go to"
      onCancel={event => {
        event.preventDefault()
        event.currentTarget.close()
        onClose()
      }}
      onClose={onClose}
    >
      <div className="palette-search">
        <Icon name="search" size={18} />
        <input
          autoFocus
          role="combobox"
          aria-label="Search screens, actions and records"
          aria-expanded={lines.length > 0}
          aria-controls={id}
          aria-activedescendant={lines.length > 0 ? `${id}-${at}` : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          maxLength={60}
          placeholder="Screen, action, order, invoice, customer, product, batch…"
          value={text}
          onChange={event => {
            setText(event.target.value)
            setChosen(0)
          }}
          onKeyDown={onKeyDown}
        />
        <button type="button" className="palette-close" aria-label="Close" onClick={() => dialog.current?.close()}>
          <Icon name="close" />
        </button>
      </div>
      <div ref={list} id={id} role="listbox" aria-label="Results" className="palette-lines">
        {sections.map(section => (
          // biome-ignore lint/a11y/useSemanticElements: options of a listbox are grouped by role
          <div key={section.title} role="group" aria-label={section.title}>
            <p className="palette-heading" aria-hidden="true">
              {section.title}
            </p>
            {section.lines.map(line => {
              const index = lines.indexOf(line)
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the search box has the focus and hears the keys
                <div
                  key={`${line.kind} ${line.path} ${line.title}`}
                  id={`${id}-${index}`}
                  data-line={index}
                  data-path={line.path}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === at}
                  className="palette-line"
                  onMouseMove={() => setChosen(index)}
                  onClick={() => open(index)}
                >
                  <span className="palette-title">{line.title}</span>
                  <span className="palette-beside">{line.beside}</span>
                  <span className="palette-kind">{line.kind}</span>
                </div>
              )
            })}
          </div>
        ))}
      </div>
      <p role="status" className="palette-status">
        {failed
          ? `Records could not be searched: ${failed.message}`
          : isSearching
            ? 'Searching records…'
            : text.trim() === ''
              ? 'Type a few letters, or the first digits of a number.'
              : lines.length === 0
                ? 'Nothing found.'
                : `${lines.length} found`}
      </p>
    </dialog>
  )
}
