import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { useState } from 'react'
import { dayText } from '../../../resources/define/show.ts'
import { podNotice } from '../../../resources/dispatches/pods/pod-rules.ts'
import type { Refusal } from '../../shell/api.ts'
import { Failure } from '../../shell/failure.tsx'
import { useDebounced } from '../../shell/use-debounced.ts'
import type { LrRow } from '../lr-api.ts'
import { ScanLr } from '../scan-lr.tsx'
import { findAnyLr, findLrs } from './pod-api.ts'

/** Finds the LR that a POD belongs to: among those that wait for one, by its number, typed or scanned. */
export function LrFinder({ id, onFound }: { id: string; onFound: (lr: LrRow) => void }) {
  const [typed, setTyped] = useState('')
  const sought = useDebounced(typed.trim(), 250)
  const { data, error, refetch } = useQuery<LrRow[], Refusal>({
    queryKey: ['lrs', 'for a POD', sought],
    queryFn: () => findLrs(sought),
  })
  const { data: other } = useQuery({
    queryKey: ['lrs', 'any', sought],
    enabled: sought !== '' && data?.length === 0,
    queryFn: () => findAnyLr(sought),
  })
  const why = other && podNotice(other)
  return (
    <div className="lr-finder">
      <label htmlFor={id} className="field-label">
        LR no
      </label>
      <div className="lr-finder-line">
        <Input
          id={id}
          size="large"
          allowClear
          autoComplete="off"
          autoCapitalize="characters"
          placeholder="A part of the number"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <ScanLr onScanned={setTyped} />
      </div>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      <p role="status" className={data?.length === 0 ? 'lr-finder-none' : 'quiet'}>
        {data?.length === 0
          ? (why ?? (sought ? `No LR of yours has ${sought} in its number.` : 'No LR waits for a POD.'))
          : data && (sought ? 'Choose the LR:' : 'These wait for a POD:')}
      </p>
      <ul>
        {(data?.length === 0 && other ? [other] : data)?.map(row => (
          <li key={row.id}>
            <button type="button" className="lr-choice" onClick={() => onFound(row)}>
              <strong>{row.lrNo}</strong> to {row.texts.toCityId}
              <span className="quiet">
                {row.texts.transporterId} · {dayText(row.lrDate)} · {row.packages} packages
                {row.deliveredOn && ` · delivered on ${dayText(row.deliveredOn)}`}
                {row.podStatus === 'REJECTED' && ' · its POD was rejected'}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
