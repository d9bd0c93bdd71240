import { useEffect, useState } from 'react'
import type { showSharedPassport, Tracked } from '../../resources/dispatches/commands/tracking.ts'
import { ask, at } from '../derive/command/ask.ts'
import { isRefusal } from '../shell/api.ts'
import { Standalone } from '../shell/standalone.tsx'
import { Waiting } from '../shell/waiting.tsx'
import { TrackResult } from './track-result.tsx'
import './tracking.css'

const sharedPassport = at<typeof showSharedPassport>('POST passport-pages')

/** Where a consignment is, for whoever has a link to it; without a sign-in. */
export default function SharedPassport() {
  // Behind the number sign, so that neither a server nor its log sees it.
  const [token] = useState(() => window.location.hash.slice(1))
  const [consignment, setConsignment] = useState<Tracked>()
  const [wrong, setWrong] = useState('')
  // Pages without a sign-in have no client of queries.
  useEffect(() => {
    ask(sharedPassport, { token }).then(setConsignment, error =>
      setWrong(isRefusal(error) ? error.message : 'Something went wrong.'),
    )
  }, [token])
  return (
    <Standalone title={consignment ? `Shipment ${consignment.lrNo}` : 'Shipment'}>
      {consignment ? <TrackResult consignment={consignment} /> : wrong ? <p role="alert">{wrong}</p> : <Waiting />}
    </Standalone>
  )
}
