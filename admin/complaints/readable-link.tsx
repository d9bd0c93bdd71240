import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useMay } from '../account/person.ts'
import { listOf } from '../shell/list-of.ts'

/** What a complaint or dispute names, as a link where the reader reaches that very row and its page; else its text alone. */
function ReadableLink(link: { service: 'invoices' | 'lrs'; id: number; to: string; text: string | undefined }) {
  const { service, id, to, text } = link
  const may = useMay()
  const opens = may('read', service) && may('read', 'lrs') && may('read', 'lr-lines')
  const { data = [] } = useQuery({
    queryKey: ['readable', service, id],
    enabled: opens,
    queryFn: () => listOf<{ id: number }>(service, { id }),
  })
  return data.length > 0 ? <Link to={to}>{text}</Link> : text
}

export const InvoiceLink = ({ id, text }: { id: number; text: string | undefined }) => (
  <ReadableLink service="invoices" id={id} to={`/dispatches/invoice/${id}`} text={text} />
)

export const LrLink = ({ id, text }: { id: number; text: string | undefined }) => (
  <ReadableLink service="lrs" id={id} to={`/dispatches/lr/${id}`} text={text} />
)
