/* The same echo to a room with the official server for Node. */
import { createServer } from 'node:http';
import { Server } from 'socket.io';

const http = createServer();
const io = new Server(http, { serveClient: false });
io.on('connection', (socket) => {
  let room;
  socket.on('join', (number, done) => {
    if (room) socket.leave(room);
    room = `r${number}`;
    socket.join(room);
    done();
  });
  socket.on('say1', (what) => io.to(room).emit('said', what));
  socket.on('say3', (what) => {
    for (let i = 0; i < 3; i++) io.to(room).emit('said', what);
  });
});
http.listen(0, '127.0.0.1', () => console.log(`listening on port ${http.address().port}`));
