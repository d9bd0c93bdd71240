import { Button } from 'antd'
import { ButtonLink } from '../../shell/button-link.tsx'
import { LrPanel } from './lr-panel.tsx'
import type { LrPartProps } from './lr-part.ts'

/** The papers of an LR to print, and the way to all papers of its dispatch. */
export default function LrDocuments({ wholeLr: { lr } }: LrPartProps) {
  const papers = [
    { label: 'Print LR copy', href: `/api/lrs/${lr.id}/pdf` },
    { label: 'Print loading list', href: `/api/lr-papers/loading-list?ids=${lr.id}` },
    { label: 'Print labels', href: `/api/lr-papers/labels?ids=${lr.id}` },
  ]
  return (
    <LrPanel id="documents" title="Documents">
      <div className="page-actions">
        <ButtonLink to={`/dispatches/passport/${lr.id}`}>Open document passport</ButtonLink>
        {papers.map(({ label, href }) => (
          <Button key={href} href={href} download>
            {label}
          </Button>
        ))}
      </div>
    </LrPanel>
  )
}
