#!/bin/sh
# The first process of the virtual machine (vm.py). Mounts this machine's / over 9p with a layer in
# memory above it, goes there, runs /share/job.sh and tells QEMU how that ended.
b=/bin/busybox
$b mount -t proc proc /proc
$b mount -t sysfs sysfs /sys
$b mount -t devtmpfs dev /dev
for module in /modules/*.ko; do $b insmod "$module" || echo "init: no module $module"; done
word() { $b tr ' ' '\n' </proc/cmdline | $b sed -n "s/^$1=//p" | $b tail -n 1; }
way=trans=virtio,version=9p2000.L,msize=1048576
$b mkdir -p /host /memory
$b mount -t 9p -o "ro,$way,cache=loose" hostroot /host || echo "init: no shared files"
$b mount -t tmpfs -o size=60% tmpfs /memory
$b mkdir -p /memory/upper /memory/work
$b mount -t overlay -o lowerdir=/host,upperdir=/memory/upper,workdir=/memory/work overlay /new
$b mkdir -p /new/share
$b mount -t 9p -o "rw,$way,cache=none" share /new/share
modules=$(word vm.modules)
$b mkdir -p "/new/lib/modules/$($b uname -r)"
$b mount -o bind "/host/$modules" "/new/lib/modules/$($b uname -r)"
for folder in proc sys dev; do $b mount -o move /$folder /new/$folder; done
$b mkdir -p /new/dev/pts /new/dev/shm
$b mount -t devpts devpts /new/dev/pts
for folder in dev/shm run tmp; do $b mount -t tmpfs tmpfs /new/$folder; done
$b chmod 1777 /new/tmp /new/dev/shm
$b ln -sf /proc/self/fd /new/dev/fd
exec $b chroot /new /bin/sh -c '
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C
hostname vm
ip link set lo up
ulimit -l unlimited
cd /share
bash ./job.sh </dev/null
code=$?
echo $code >/share/code
sync
if [ $code = 0 ]; then said="\\020"; else said="\\021"; fi
printf "$said" | dd of=/dev/port bs=1 count=1 seek=$((0xf4)) conv=notrunc 2>/dev/null
echo o >/proc/sysrq-trigger
sleep 60
'
