import { useLayoutEffect, useRef, useState } from 'react'

/** The width of the frame in pixels; measured before the first paint, so that columns do not jump. */
export function useFrameWidth() {
  const frame = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState(0)
  useLayoutEffect(() => {
    const measure = () => setRoom(frame.current?.clientWidth ?? 0)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(frame.current!)
    return () => observer.disconnect()
  }, [])
  return [frame, room] as const
}
