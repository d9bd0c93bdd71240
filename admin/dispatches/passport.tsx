import { Link, useParams } from 'react-router'
import { dayText } from '../../resources/define/show.ts'
import type { showPassport } from '../../resources/dispatches/commands/tracking.ts'
import { passportLink } from '../../resources/dispatches/passport-link.ts'
import { type PassportPart, passportKinds } from '../../resources/dispatches/passport-part.ts'
import { useMay } from '../account/person.ts'
import { at, useAsk } from '../derive/command/ask.ts'
import CertifiedGoods from '../orders/show/certified-goods.tsx'
import { Failure } from '../shell/failure.tsx'
import { Icon } from '../shell/menu/icons.tsx'
import NotFound from '../shell/not-found.tsx'
import { PageFrame } from '../shell/page-frame.tsx'
import { useTitle } from '../shell/title.ts'
import { Waiting } from '../shell/waiting.tsx'
import { InvoicePassports } from './invoice-passports.tsx'
import { SharePassport } from './lr/share-passport.tsx'
import '../derive/show/show.css'
import '../orders/show/marks.css'
import './dispatches.css'

const passport = at<typeof showPassport>('GET passports/{id}')

/** The passport of an LR, or of an invoice by its id, as in /dispatches/passport/invoice-7. */
export default function PassportPage() {
  const { lrId = '' } = useParams()
  const [, invoiceId] = /^invoice-([1-9]\d{0,9})$/.exec(lrId) ?? []
  return invoiceId ? <InvoicePassports invoiceId={Number(invoiceId)} /> : <LrPassport lrId={lrId} />
}

/** All papers of a dispatch, from the order to the payment: how far each is, and what is missing. */
function LrPassport({ lrId }: { lrId: string }) {
  const parsedLrId = /^[1-9]\d{0,9}$/.test(lrId) ? Number(lrId) : null
  const may = useMay()
  const { data, error, refetch } = useAsk(passport, { id: parsedLrId ?? 0 }, { enabled: parsedLrId !== null })
  useTitle(data && `${data.lrNo} · Document passport`)
  if (parsedLrId === null) return <NotFound />
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />
  if (!data) return <Waiting />
  const gaps = data.parts.filter(({ gap }) => gap !== null)
  return (
    <PageFrame
      title={`Document passport of LR ${data.lrNo}`}
      trail={[{ title: `LR ${data.lrNo}`, path: `/dispatches/lr/${data.lrId}` }]}
    >
      <div className="lr-parts">
        <section className="panel lr-part" aria-labelledby="passport-papers">
          <h2 id="passport-papers">Papers</h2>
          <p className={`status-mark ${gaps.length > 0 ? 'is-bad' : 'is-good'}`}>
            <Icon name={gaps.length > 0 ? 'alert' : 'check'} size={12} /> {summary(gaps.length)}
          </p>
          <ol className="passport">
            {data.parts.map(part => (
              <Part key={`${part.kind} ${part.no} ${part.link}`} part={part} />
            ))}
          </ol>
        </section>
        <CertifiedGoods by={{ lrId: data.lrId }} />
        {may('read', passportLink.path) && <SharePassport lrId={data.lrId} lrNo={data.lrNo} />}
      </div>
    </PageFrame>
  )
}

const summary = (gaps: number) =>
  gaps === 0 ? 'Nothing is missing.' : gaps === 1 ? '1 issue needs attention.' : `${gaps} issues need attention.`

function Part({ part: { kind, no, state, on, gap, link } }: { part: PassportPart }) {
  return (
    <li className="eway-row">
      <div>
        <strong>{passportKinds[kind]}</strong>
        {no && <div>{link ? <Link to={link}>{no}</Link> : no}</div>}
      </div>
      <div>{state}</div>
      <div>
        {gap ? (
          <span className="status-mark is-bad">
            <Icon name="alert" size={12} /> {gap}
          </span>
        ) : (
          on && dayText(on)
        )}
      </div>
    </li>
  )
}
