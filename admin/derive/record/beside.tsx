import { Button } from 'antd'
import { useLayoutEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { Icon } from '../../shell/menu/icons.tsx'
import { useShortcuts } from '../grid/use-shortcuts.ts'
import { isAt, recordsBeside } from './records-beside.ts'

/** The place of a record among others, and the ways to the one after and before it; absent at the ends. */
export interface Place {
  at: number
  of: number
  next: (() => void) | undefined
  previous: (() => void) | undefined
}

/** The place of the record in the list that one came from, in the order it had there; undefined where there is none. */
export function usePlaceInList(): Place | undefined {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const [paths, setPaths] = useState<readonly string[]>([])
  // Only now the list is left, and what it links to is known.
  useLayoutEffect(() => setPaths(recordsBeside(pathname)), [pathname])
  const at = paths.findIndex(path => isAt(path, pathname))
  if (at < 0) return undefined
  const to = (index: number) => {
    const path = paths[index]
    return path === undefined ? undefined : () => void navigate(path)
  }
  return { at: at + 1, of: paths.length, next: to(at + 1), previous: to(at - 1) }
}

/** `5 of 8`, with J for the next and K for the one before. */
export function Beside({ place }: { place: Place | undefined }) {
  useShortcuts(true, { j: place?.next, k: place?.previous })
  return (
    place && (
      <span className="record-place">
        <span>
          {place.at} of {place.of}
        </span>
        <Step label="Next" letter="J" take={place.next} />
        <Step label="Previous" letter="K" take={place.previous} />
      </span>
    )
  )
}

const Step = ({ label, letter, take }: { label: string; letter: string; take: (() => void) | undefined }) => (
  <Button size="small" aria-label={label} title={`${label} (${letter})`} disabled={!take} onClick={take}>
    <Icon name={label === 'Next' ? 'right' : 'left'} size={11} />
    <span className="record-letter">{letter}</span>
  </Button>
)
