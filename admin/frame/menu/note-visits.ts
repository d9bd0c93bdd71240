import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { TITLE_LENGTH } from '../../../resources/platform/saved-screens.ts'
import { useSavedScreens } from '../../shell/menu/saved-screens.ts'
import { onTitle } from '../../shell/title.ts'

/** The page of a record, not the form in which it is changed. */
const isRecordPage = (pathname: string) => /\/\d+$/.test(pathname) && !pathname.includes('/edit/')

/** Remembers the screens that are opened, and the records by the name that the tab of the browser shows. */
export function useNotedVisits(screens: ReadonlySet<string>) {
  const { pathname } = useLocation()
  const { visit } = useSavedScreens()
  const [record, setRecord] = useState<{ path: string; name: string }>()
  useEffect(() => {
    if (screens.has(pathname)) visit(pathname)
  }, [screens, pathname, visit])
  useEffect(
    () =>
      onTitle(title => {
        const { pathname: path } = window.location
        const name = title.split(' · ').slice(0, -1).join(' · ')
        if (name && isRecordPage(path)) setRecord({ path, name: name.slice(0, TITLE_LENGTH) })
      }),
    [],
  )
  useEffect(() => {
    if (record) visit(record.path, record.name)
  }, [record, visit])
}
