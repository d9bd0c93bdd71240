import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { Loading } from '../shell/loading.tsx'
import { signOut } from './session.ts'

/** Ends the session. It is a page of its own so that unsaved work is asked about first. */
export default function SignOut() {
  const navigate = useNavigate()
  useEffect(() => {
    void signOut()
      .catch(() => undefined)
      .then(() => navigate('/login', { replace: true }))
  }, [navigate])
  return <Loading />
}
