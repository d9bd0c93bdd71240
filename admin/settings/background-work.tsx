import { Link } from 'react-router'
import { backgroundWork, workOf } from '../../resources/settings/background-work.ts'
import ReportPage from '../derive/list/report-page.tsx'

export default function BackgroundWorkPage() {
  return <ReportPage report={backgroundWork} more={id => <HowItGoesOn {...workOf(id)} />} />
}

interface Way {
  /** What happens next, or who does it. */
  sentence: string
  path?: (id: number) => string
  link?: string
}

const message: Way = {
  sentence: 'A message that was given up is sent again on its page.',
  path: id => `/message-logs/show/${id}`,
  link: 'Open the message',
}

const ways: Readonly<Record<NonNullable<ReturnType<typeof workOf>['kind']>, Way>> = {
  EMAIL: message,
  SMS: message,
  SAP_MESSAGE: {
    sentence: 'A CSC agent sends it again, or records what SAP has created, among the orders stuck for SAP.',
    path: () => '/orders/order-stuck-for-sap',
    link: 'Open orders stuck for SAP',
  },
  EWAY_CALL: {
    sentence: 'The dispatch desk corrects what the portal refused and sends the call again on its page.',
    path: id => `/dispatches/eway-calls/show/${id}`,
    link: 'Open the call',
  },
  SAP_READING: {
    sentence: 'It can be read again by hand on the page of readings.',
    path: id => `/sap-sync-runs/show/${id}`,
    link: 'Open the reading',
  },
  IMPORT: {
    sentence: 'The person who sent the file can send it again; the rows that were imported can be rolled back.',
    path: () => '/settings/imports',
    link: 'Open imports',
  },
  REPORT_FILE: { sentence: 'The person who asked for the file can ask again on the page of its report.' },
  COA_UPLOAD: { sentence: 'The person who sent the certificates can send them again.' },
  POD_UPLOAD: { sentence: 'The person who sent the proofs of delivery can send them again.' },
  JOB: { sentence: 'The portal runs it again at its next time.' },
}

/** What gets a piece of work going again, with a link to where that is done. */
function HowItGoesOn({ kind, id }: ReturnType<typeof workOf>) {
  if (!kind) return null
  const { sentence, path, link } = ways[kind]
  return (
    <section className="beside" aria-labelledby="goes-on">
      <h2 id="goes-on">What to do next</h2>
      <p>{sentence}</p>
      {path && (
        <p>
          <Link to={path(id)}>{link}</Link>
        </p>
      )}
    </section>
  )
}
