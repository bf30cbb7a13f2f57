//! A proxy to the server whose connections can be cut.

use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// Forwards connections to a port, until they are cut.
pub(crate) struct Cutter {
    /// The address to connect to instead of the server's.
    pub(crate) url: String,
    cuts: watch::Sender<u64>,
}

impl Cutter {
    pub(crate) async fn new(port: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("ws://{}/ws", listener.local_addr().unwrap());
        let (cuts, cut) = watch::channel(0);
        tokio::spawn(async move {
            while let Ok((mut near, _)) = listener.accept().await {
                let mut cut = cut.clone();
                cut.mark_unchanged();
                tokio::spawn(async move {
                    let Ok(mut far) = TcpStream::connect(("127.0.0.1", port)).await else {
                        return;
                    };
                    tokio::select! {
                        _ = tokio::io::copy_bidirectional(&mut near, &mut far) => {}
                        _ = cut.changed() => {}
                    }
                });
            }
        });
        Self { url, cuts }
    }

    /// Cuts every open connection.
    pub(crate) fn cut(&self) {
        self.cuts.send_modify(|cuts| *cuts += 1);
    }
}
