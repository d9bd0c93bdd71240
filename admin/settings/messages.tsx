import { useParams } from 'react-router'
import { RecordPages } from '../derive/show/record-pages.tsx'
import { MessagePage } from './message-page.tsx'

/** The mails and SMS written by the portal, latest first; with an id in the address, one of them as written. */
export default function Messages() {
  const { id } = useParams()
  if (id !== undefined && /^[1-9]\d{0,9}$/.test(id)) return <MessagePage id={Number(id)} />
  return <RecordPages path="message-logs" />
}
