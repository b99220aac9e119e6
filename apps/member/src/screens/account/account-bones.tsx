import { Bone, Skeleton } from '../../ui/feedback/skeleton.tsx'

/** Placeholders for the member's head, the wallet and the order states. */
export function AccountBones() {
  return (
    <Skeleton>
      <div className="flex flex-col gap-3">
        <div className="flex items-center gap-3 pb-1">
          <Bone className="h-14 w-14 rounded-full" />
          <div className="flex-1">
            <Bone className="h-5 w-2/5" />
            <Bone className="mt-2 h-3 w-3/5" />
          </div>
        </div>
        <Bone className="rounded-sheet h-61" />
        <div className="bg-surface rounded-card shadow-card p-4">
          <Bone className="w-1/3" />
          <div className="mt-4 grid grid-cols-5 gap-4">
            {[0, 1, 2, 3, 4].map((key) => (
              <Bone key={key} className="h-14" />
            ))}
          </div>
        </div>
      </div>
    </Skeleton>
  )
}
